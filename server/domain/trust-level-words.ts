import type { TrustLevel } from './trust-level.ts';

interface TrustLevelWords {
  /** As a choice, e.g. beside a radio button. */
  label: string;
  /** What the app may do then, one or two sentences for the person who decides. */
  description: string;
}

/** What each level is called, wherever a person reads of it: consent page, app, command line, refusals. */
export const TRUST_LEVEL_WORDS: Readonly<Record<TrustLevel, TrustLevelWords>> = {
  read: {
    label: 'Read only',
    description: 'It reads what you may read, and changes nothing.',
  },
  drafts: {
    label: 'Drafts only',
    description:
      'It reads what you may read, and creates and changes drafts. Published pages stay as they are.',
  },
  review: {
    label: 'My edits wait for review',
    description:
      'It changes drafts at once. Publishing and changes of published pages wait until somebody approves them, even if you could publish yourself.',
  },
  full: {
    label: 'Full',
    description: 'It may do everything that you may do with pages. It never approves changes for you.',
  },
};

/** The next step for whoever is refused because of an app's level. */
export const HOW_TO_CHANGE_TRUST =
  'Its person changes the level under Connected apps, or at the machine of the workspace with the command `app trust ID LEVEL`.';
