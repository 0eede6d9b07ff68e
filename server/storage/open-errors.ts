import { COMMAND } from '../command-name.ts';
import { AppError, badRequest } from '../errors.ts';
import { shellWord } from '../shell-word.ts';

/** Somebody else has the data folder open (security X7). */
export class FolderInUse extends AppError {
  readonly pid: number | null;

  constructor(folder: string, pid: number | null, hint = 'Stop it, or let commands talk to it.') {
    super(
      'conflict',
      `Another Commonplace ${pid === null ? 'process' : `process (pid ${pid})`} has ${folder} open.`,
      { hint, details: { pid } },
    );
    this.pid = pid;
    this.name = 'FolderInUse';
  }
}

/** The data folder was written by a newer program (security X12). Nothing in it was changed. */
export class FolderIsNewer extends AppError {
  constructor(folder: string, schema: number, supported: number) {
    super(
      'conflict',
      `${folder} has schema version ${schema}; this program knows versions up to ${supported}.`,
      {
        hint: 'Install the newest Commonplace and open the folder with it.',
        details: { schema_version: schema, supported_version: supported },
      },
    );
    this.name = 'FolderIsNewer';
  }
}

export function missingWorkspace(folder: string): AppError {
  return new AppError('not_found', `There is no workspace in ${folder}.`, {
    hint: `Create one with: ${COMMAND} init --username NAME --data ${shellWord(folder)}`,
  });
}

export function existingWorkspace(folder: string): AppError {
  return new AppError('conflict', `${folder} holds a workspace or parts of one already.`, {
    hint: 'Choose an empty folder for a new workspace.',
  });
}

export function fileInTheWay(path: string): AppError {
  return badRequest(`There is a file at ${path}, and a workspace is a folder.`, {
    hint: 'Name another folder for the new workspace.',
  });
}

export function foreignFiles(path: string): AppError {
  return badRequest(`${path} is there already, and a workspace needs a folder of that name for itself.`, {
    hint: 'Choose an empty folder for a new workspace. Nothing was changed.',
  });
}
