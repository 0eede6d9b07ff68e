import { app, dialog } from 'electron';
import { ConfigError } from '../server/config.ts';
import { AppError } from '../server/errors.ts';

/** Says why the program cannot start, in words and with what to do about it, and ends it. */
export async function endWithProblem(error: unknown, logFile: string | undefined): Promise<void> {
  const { message, detail } = wordsFor(error, logFile);
  await dialog.showMessageBox({
    type: 'error',
    message,
    detail,
    buttons: ['Quit'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  });
  app.exit(1);
}

/** What is ours to say; a fault says nothing of itself but where to read more. */
function wordsFor(error: unknown, logFile: string | undefined): { message: string; detail: string } {
  if (error instanceof AppError) return { message: error.message, detail: error.hint ?? '' };
  if (error instanceof ConfigError) {
    return { message: 'Commonplace was started with settings that do not fit.', detail: error.message };
  }
  return {
    message: 'Commonplace could not start.',
    detail: logFile === undefined ? 'Start it again.' : `What happened is in its log: ${logFile}`,
  };
}
