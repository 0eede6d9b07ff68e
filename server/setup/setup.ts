import { userInfo } from 'node:os';
import type { z } from 'zod';
import type { Config } from '../config.ts';
import { DEFAULT_SETTINGS } from '../domain/settings.ts';
import { setupInputSchema, type SetupFacts } from '../domain/setup.ts';
import { usernameSchema } from '../domain/user.ts';
import { conflict } from '../errors.ts';
import { openForSetup } from '../faces/cli/folder-connection.ts';
import { parseInput } from '../operations/perform.ts';
import { initializeWorkspace } from '../operations/workspace/initialize.ts';

/** A program that has no workspace yet: it makes one and then serves it. Knows neither HTTP nor windows. */
export interface Setup {
  read(): SetupFacts;
  /**
   * Makes the workspace with its owner, and starts the server on it. One at a time: who comes second is told so.
   * When the start fails, the workspace stays, and another try only starts.
   *
   * @throws {AppError} for input that is not right, for a folder that is none of ours, and as a start does
   */
  create(input: unknown): Promise<void>;
}

/** @param start serves the folder, with a workspace in it */
export function createSetup({ config, start }: { config: Config; start: () => Promise<void> }): Setup {
  let isMade = false;
  let isStarted = false;
  let last: Promise<void> = Promise.resolve();

  async function create(rawInput: unknown): Promise<void> {
    if (isStarted) throw conflict('The workspace is made already.', { hint: 'Load the page again.' });
    const input = parseInput(setupInputSchema, rawInput);
    if (!isMade) await makeWorkspace(config, input);
    isMade = true;
    await start();
    isStarted = true;
  }

  return {
    read: () => ({
      data_folder: config.dataFolder,
      workspace_name: DEFAULT_SETTINGS.workspace_name,
      username: ownUsername(),
    }),
    create(input) {
      const next = last.then(() => create(input));
      last = next.catch(() => undefined);
      return next;
    },
  };
}

async function makeWorkspace(config: Config, input: z.output<typeof setupInputSchema>): Promise<void> {
  const connection = await openForSetup(config);
  try {
    await connection.asSystem(initializeWorkspace, { ...input, first_run: true });
  } finally {
    await connection.close();
  }
}

function ownUsername(): string {
  const own = usernameSchema.safeParse(userInfo().username.toLowerCase());
  return own.success && own.data !== 'root' ? own.data : '';
}
