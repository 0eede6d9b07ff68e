import { isTrustedWith, type TrustLevel } from '../domain/trust-level.ts';
import { HOW_TO_CHANGE_TRUST, TRUST_LEVEL_WORDS } from '../domain/trust-level-words.ts';
import { ALLOWED, denied, type Decision } from './decision.ts';

/** A call as its declaration describes it: `trust` is the lowest level that may make it, of a write `full` unless named. */
interface DeclaredCall {
  summary: string;
  scope: 'read' | 'write';
  trust?: TrustLevel;
}

/** Names the app's level, because only its person knows where it was chosen. */
export function deniedByTrust(trust: TrustLevel, why: string): Decision {
  return denied(
    `This app is connected with the level “${TRUST_LEVEL_WORDS[trust].label}”: ${why}`,
    HOW_TO_CHANGE_TRUST,
  );
}

/** Whether an app of this level may make a call at all. Reading is for all of them (decisions, "Trust level"). */
export function mayCall(
  trust: TrustLevel,
  { summary, scope, trust: needed = 'full' }: DeclaredCall,
): Decision {
  if (scope === 'read' || isTrustedWith(trust, needed)) return ALLOWED;
  if (trust === 'read') return deniedByTrust(trust, 'it reads, and changes nothing.');
  return deniedByTrust(
    trust,
    `“${summary}” needs the level “${TRUST_LEVEL_WORDS[needed].label}”${needed === 'full' ? '' : ' or a higher one'}.`,
  );
}

/** Whether an app's changes may be put into the review queue: one for drafts only asks nobody to publish. */
export function mayQueue(trust: TrustLevel): Decision {
  return isTrustedWith(trust, 'review')
    ? ALLOWED
    : deniedByTrust(
        trust,
        'it changes drafts, and neither publishes anything nor changes what is published.',
      );
}
