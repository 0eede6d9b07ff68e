import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { systemClock } from '../../../clock.ts';
import { COMMAND } from '../../../command-name.ts';
import { AppError } from '../../../errors.ts';
import { freeBytesFor } from '../../../free-bytes.ts';
import { createLogger } from '../../../log.ts';
import { restoreArchive } from '../../../storage/backup/restore-archive.ts';
import { nodeFileSystem } from '../../../storage/node-file-system.ts';
import { describeBackup } from '../backup-words.ts';
import { addCommand, configOf, inSameFolder } from '../command.ts';
import { endSignal } from '../end-signal.ts';
import { createOutput, remarkLeftRestores, shortTime } from '../output.ts';
import { startProgress, type Progress } from '../progress.ts';

interface RestoreOptions {
  data?: string;
  json?: boolean;
}

export function addRestoreCommand(program: Command): void {
  addCommand(
    program,
    'restore <file.zip>',
    'make a new workspace folder of a backup; --data names the new folder',
  ).action(restore);
}

/** Needs no workspace and no server: this is what is left when both are gone. */
async function restore(file: string, { data, json = false }: RestoreOptions): Promise<void> {
  const output = createOutput(json);
  let progress: Progress | undefined;
  let shown = 0;
  const ending = new AbortController();
  void endSignal().then(() => ending.abort(interrupted()));
  try {
    const { folder, manifest, auditSeq, removed } = await restoreArchive({
      fileSystem: nodeFileSystem,
      clock: systemClock,
      log: createLogger('silent'),
      archive: resolve(file),
      target: configOf({ data }).dataFolder,
      by: { user_id: null, username: null, via: 'cli', request_id: randomUUID() },
      freeBytes: freeBytesFor,
      signal: ending.signal,
      onProgress({ files, total }) {
        progress ??= startProgress('Restoring', total, json);
        progress.advance(files - shown);
        shown = files;
      },
    });
    progress?.end();
    remarkLeftRestores(output, removed);
    const { taken_at, counts, missing } = manifest;
    const answer = { folder, taken_at, counts, missing: missing.length, audit_seq: auditSeq };
    output.answer(answer, () =>
      [
        `Restored ${describeBackup({ counts, missing: missing.length })} as of ${shortTime(taken_at)} to ${folder}.`,
        `Open it with: ${COMMAND} serve${inSameFolder(data)}`,
        `The audit log goes on from this backup; entry ${auditSeq} says so.`,
        'What was revoked or removed after that moment is valid again: look through tokens, apps and people.',
        'The keys of the embeddings provider and of the tunnel are not in a backup: enter them again.',
      ].join('\n'),
    );
  } finally {
    progress?.end();
  }
}

function interrupted(): AppError {
  return new AppError('unavailable', 'The restore was ended. Nothing is left of it.', {
    hint: 'Give the same command again to begin anew.',
  });
}
