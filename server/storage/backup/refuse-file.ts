import { fileRefusal } from '../../disk-refusal.ts';
import { AppError } from '../../errors.ts';

/** For the `catch` of a write of an archive. What has words for people already keeps them. @throws {AppError} */
export function refuseArchive(error: unknown): never {
  return refuse(error, 'The backup', 'Choose a folder for the backups that this program may write to.');
}

/** The same of the folder of a restore. @throws {AppError} */
export function refuseFolder(error: unknown): never {
  return refuse(error, 'The new folder', 'Choose another place for the new folder.');
}

function refuse(error: unknown, what: string, hint: string): never {
  const isOurs = error instanceof AppError || (error instanceof Error && error.name === 'AbortError');
  throw isOurs ? error : fileRefusal(error, what, hint);
}
