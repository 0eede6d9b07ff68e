import { isTrustedWith, type TrustLevel } from '../../server/domain/trust-level.ts';
import type { Rule } from './expected.ts';
import { grid, type Grid } from './grid.ts';

/**
 * How far apps go, written by hand from the decisions ("Trust level of a connected app"): the least of what the table
 * of rules gives the person and of what stands here.
 */

/** The lowest level that may make a call at all; what is not named needs `full`. */
const LOWEST: Readonly<Record<string, TrustLevel>> = {
  'documents.create': 'drafts',
  'documents.update': 'drafts',
  'documents.trash': 'drafts',
  'attachments.add': 'drafts',
  'attachments.add_image': 'drafts',
  'attachments.delete': 'drafts',
  'upload_links.create': 'drafts',
  'upload_links.revoke': 'drafts',
  'trash.restore': 'drafts',
  'versions.restore': 'drafts',
  'change_requests.withdraw': 'review',
  'training.create_deck': 'review',
  'training.assign': 'review',
};

/** "drafts only": what is published is not for it, whoever its person is and whatever the approval mode. */
const liveRefused = grid(`
             none    read    edit    workspace  private
  viewer     404     403     403     403        404
  editor     404     403     403     403        404
  approver   404     403     403     403        404
  admin      403     403     403     403        403
`);

const publishingRefused = grid(`
             none    read    edit    workspace  private
  viewer     404     404     404     404        404
  editor     404     403     403     403        404
  approver   404     403     403     403        404
  admin      403     403     403     403        403
`);

/** The document is in a space that everybody reads, so that is where it is refused. */
const movingInRefused = grid(`
             none    read    edit    workspace  private
  viewer     403     403     403     403        403
  editor     403     403     403     403        403
  approver   403     403     403     403        403
  admin      403     403     403     403        403
`);

const restoringRefused = grid(`
             none    read    edit    workspace  private
  viewer     404     404     404     404        404
  editor     404     404     403     403        404
  approver   404     404     403     403        404
  admin      403     403     403     403        403
`);

/** "publishing and edits of published documents wait for review, whoever the user is" */
const liveQueued = grid(`
             none    read    edit    workspace  private
  viewer     404     403     403     403        404
  editor     404     403     queued  queued     404
  approver   404     403     queued  queued     404
  admin      queued  queued  queued  queued     queued
`);

const publishingQueued = grid(`
             none    read    edit    workspace  private
  viewer     404     404     404     404        404
  editor     404     403     queued  queued     404
  approver   404     403     queued  queued     404
  admin      queued  queued  queued  queued     queued
`);

const movingInQueued = grid(`
             none    read    edit    workspace  private
  viewer     403     403     403     403        403
  editor     404     403     queued  queued     404
  approver   404     403     queued  queued     404
  admin      queued  queued  queued  queued     queued
`);

/** By call and state. Where nothing stands, the level makes no difference to what the person may do. */
const NARROWED: Readonly<Record<'drafts' | 'review', Readonly<Record<string, Grid>>>> = {
  drafts: {
    'documents.create published, published': liveRefused,
    'documents.update the title, published': liveRefused,
    'documents.update to published, draft': publishingRefused,
    'documents.update to published, published': liveRefused,
    'documents.update to draft, published': liveRefused,
    'documents.update moving it out, published': liveRefused,
    'documents.update moving one in, published': movingInRefused,
    'documents.trash, published': liveRefused,
    'trash.restore, trashed published': restoringRefused,
    'versions.restore, published': liveRefused,
    'attachments.add, published': liveRefused,
    'attachments.add_image, published': liveRefused,
    'attachments.add_image and place it, published': liveRefused,
    'attachments.delete, published': liveRefused,
    'upload_links.create, published': liveRefused,
  },
  review: {
    'documents.create published, published': liveQueued,
    'documents.update the title, published': liveQueued,
    'documents.update to published, draft': publishingQueued,
    'documents.update to draft, published': liveQueued,
    'documents.update moving it out, published': liveQueued,
    'documents.update moving one in, published': movingInQueued,
    'documents.trash, published': liveRefused,
    'trash.restore, trashed published': restoringRefused,
    'versions.restore, published': liveQueued,
    'attachments.add_image and place it, published': liveQueued,
    'attachments.delete, published': liveRefused,
  },
};

/** Whether an app of this level may make a call that writes, before anything is looked up. */
export function mayAppCall(trust: TrustLevel, operation: string): boolean {
  return isTrustedWith(trust, LOWEST[operation] ?? 'full');
}

/** The grid that counts for an app of this level. */
export function narrowedBy(trust: TrustLevel, { call, state }: Rule, outcomes: Grid): Grid {
  if (trust !== 'drafts' && trust !== 'review') return outcomes;
  return NARROWED[trust][`${call}, ${state}`] ?? outcomes;
}

/** What the rules above speak of, so that none of them is a dead letter. */
export const NARROWED_CELLS: readonly string[] = [
  ...new Set([...Object.keys(NARROWED.drafts), ...Object.keys(NARROWED.review)]),
];
