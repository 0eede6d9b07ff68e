import { hashToken, parseSecret } from '../domain/token-secret.ts';
import type { UploadLink } from '../domain/upload-link.ts';
import { AppError } from '../errors.ts';
import type { Services } from '../operations/define.ts';

/**
 * The upload link whose token stands in an address, in whatever state it is. Malformed and unknown tokens answer alike
 * (security U7).
 *
 * @throws {AppError} not_found
 */
export function findUploadLink({ views }: Pick<Services, 'views'>, token: string): UploadLink {
  const secret = parseSecret('upload_link', token);
  const link = secret === undefined ? undefined : views.uploadLinkByHash(hashToken(secret));
  if (link) return link;
  throw new AppError('not_found', 'There is no such upload link.', {
    hint: 'Open the whole address as you were given it, or ask for a new one.',
  });
}
