import { AppError, badRequest } from '../errors.ts';
import type { Setup } from './setup.ts';

/**
 * Runs one call of a page while there is no workspace; every way in uses it, the listener over HTTP and the window
 * over IPC, in place of the app's own dispatcher.
 *
 * @throws {AppError} conflict for whatever needs a workspace
 */
export async function callSetup(setup: Setup, name: string, input: unknown): Promise<unknown> {
  switch (name) {
    case 'setup.read':
      return setup.read();
    case 'setup.create':
      if (typeof input !== 'object' || input === null) throw badRequest('The set-up takes an object.');
      await setup.create(input);
      return {};
    default:
      throw new AppError('conflict', 'There is no workspace yet.', { hint: 'Make one on the first page.' });
  }
}
