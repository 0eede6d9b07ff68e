import { uploadLinkState, type UploadLink, type UploadLinkState } from '../../domain/upload-link.ts';
import { AppError } from '../../errors.ts';
import type { OperationContext } from '../define.ts';
import { hasExpired, type Moment } from './lifetime.ts';
import { targetOf, type LinkTarget } from './state.ts';

export interface OpenLink extends LinkTarget {
  link: UploadLink;
}

/**
 * The link that the acting credential is, as long as it takes a file.
 *
 * @param moment when the file was there whole, or now
 * @throws {AppError} gone, with the link's state in `details.state`
 */
export function loadOpenLink(context: OperationContext, moment: Moment): OpenLink {
  const { credential } = context.actor;
  const link = credential.kind === 'upload_link' ? context.tx.upload_links.get(credential.id) : undefined;
  if (!link) throw linkIsOver('revoked');
  const state = uploadLinkState(link, hasExpired(context.services.clock, link, moment));
  if (state !== 'open') throw linkIsOver(state);
  const target = targetOf(context, link);
  if (!target) throw linkIsOver('revoked');
  return { link, ...target };
}

const WORDS: Readonly<Record<Exclude<UploadLinkState, 'open'>, { message: string; hint: string }>> = {
  used: {
    message: 'This upload link has been used.',
    hint: 'A link takes one picture. Ask for a new link to send another.',
  },
  expired: {
    message: 'This upload link has expired.',
    hint: 'A link is good for one hour. Ask for a new one.',
  },
  revoked: {
    message: 'This upload link was withdrawn.',
    hint: 'Ask whoever sent it to you for a new one.',
  },
  blocked: {
    message: 'This upload link takes no more files.',
    hint: 'Too many files were refused on it. Ask for a new link.',
  },
};

/** An expired, used or revoked link "says so and accepts no file" (specification, "Errors"). */
export function linkIsOver(state: Exclude<UploadLinkState, 'open'>): AppError {
  const { message, hint } = WORDS[state];
  return new AppError('gone', message, { hint, details: { state } });
}
