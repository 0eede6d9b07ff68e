import { MODES_WITH_DOMAIN } from '../../domain/public-access.ts';
import { isPublicAddress } from '../../domain/public-address.ts';
import type { Settings } from '../../domain/settings.ts';
import { badRequest } from '../../errors.ts';

/**
 * Mode and domain have to fit each other, whichever way they are set.
 *
 * @throws {AppError} bad_request for a mode that needs a domain without one, or one that no public name can be
 */
export function checkPublicAccess({
  public_access: mode,
  public_domain: domain,
}: Pick<Settings, 'public_access' | 'public_domain'>): void {
  if (!MODES_WITH_DOMAIN.has(mode)) return;
  if (domain === '') {
    throw badRequest('domain: is needed, such as kb.example.com', {
      hint: 'Name the domain under which others reach the workspace.',
    });
  }
  if (mode === 'named_tunnel' && !isPublicAddress(`https://${domain}`)) {
    throw badRequest(`domain: ${domain} is a name that the internet does not know`, {
      hint: 'Use a name below a domain that you manage at Cloudflare, such as kb.example.com.',
    });
  }
}
