import type { Settings } from '../../domain/settings.ts';
import { AppError, badRequest } from '../../errors.ts';
import type { Services } from '../define.ts';

/**
 * Makes the folder that somebody sets the mirror's: it is refused here, not minutes later.
 *
 * @throws {AppError} bad_request that names the setting
 */
export async function chooseMirrorFolder(
  { mirror }: Pick<Services, 'mirror'>,
  { markdown_mirror: folder }: Partial<Settings>,
): Promise<void> {
  if (folder === undefined || folder === '') return;
  try {
    await mirror.prepare(folder);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const advice = error.code === 'conflict' && error.hint !== undefined ? ` ${error.hint}` : '';
    throw badRequest(`markdown_mirror: ${error.message}${advice}`, { cause: error });
  }
}
