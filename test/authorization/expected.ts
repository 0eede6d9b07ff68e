import { grid, type Grid } from './grid.ts';

/**
 * Who may do what, written by hand from the specification ("States and transitions", "Authentication",
 * "Endpoints") and the decisions ("DELETE reply, right", "Publishing", "Trash", "Change request"). No policy
 * is asked here: this table is what the policies are judged by. Each grid has the person's role down
 * the side and their right in the document's space along the top.
 */

export const STATES = ['draft', 'published', 'trashed draft', 'trashed published'] as const;
export type DocumentState = (typeof STATES)[number];

export type Mode = 'strict' | 'open';

export const readPublished = grid(`
             none    read    edit    workspace  private
  viewer     404     ok      ok      ok         404
  editor     404     ok      ok      ok         404
  approver   404     ok      ok      ok         404
  admin      ok      ok      ok      ok         ok
`);

/** "Viewers see published documents only. Editors and above also see drafts." */
export const readDraft = grid(`
             none    read    edit    workspace  private
  viewer     404     404     404     404        404
  editor     404     ok      ok      ok         404
  approver   404     ok      ok      ok         404
  admin      ok      ok      ok      ok         ok
`);

const listPublished = grid(`
             none    read    edit    workspace  private
  viewer     absent  shown   shown   shown      absent
  editor     absent  shown   shown   shown      absent
  approver   absent  shown   shown   shown      absent
  admin      shown   shown   shown   shown      shown
`);

const listDraft = grid(`
             none    read    edit    workspace  private
  viewer     absent  absent  absent  absent     absent
  editor     absent  shown   shown   shown      absent
  approver   absent  shown   shown   shown      absent
  admin      shown   shown   shown   shown      shown
`);

/** The Trash of a space, and its review queue, are for those who may edit there. */
const listTrashed = grid(`
             none    read    edit    workspace  private
  viewer     absent  absent  absent  absent     absent
  editor     absent  absent  shown   shown      absent
  approver   absent  absent  shown   shown      absent
  admin      shown   shown   shown   shown      shown
`);

const neverListed = grid(`
             none    read    edit    workspace  private
  viewer     absent  absent  absent  absent     absent
  editor     absent  absent  absent  absent     absent
  approver   absent  absent  absent  absent     absent
  admin      absent  absent  absent  absent     absent
`);

export const nothingThere = grid(`
             none    read    edit    workspace  private
  viewer     404     404     404     404        404
  editor     404     404     404     404        404
  approver   404     404     404     404        404
  admin      404     404     404     404        404
`);

const everybody = grid(`
             none    read    edit    workspace  private
  viewer     ok      ok      ok      ok         ok
  editor     ok      ok      ok      ok         ok
  approver   ok      ok      ok      ok         ok
  admin      ok      ok      ok      ok         ok
`);

/** "Needs the editor role and edit rights in the space". */
export const changeDraft = grid(`
             none    read    edit    workspace  private
  viewer     404     404     404     404        404
  editor     404     403     ok      ok         404
  approver   404     403     ok      ok         404
  admin      ok      ok      ok      ok         ok
`);

export const createDraft = grid(`
             none    read    edit    workspace  private
  viewer     404     403     403     403        404
  editor     404     403     ok      ok         404
  approver   404     403     ok      ok         404
  admin      ok      ok      ok      ok         ok
`);

/** "Editor in strict mode": "the publish request is queued for review". */
const publishDraftStrict = grid(`
             none    read    edit    workspace  private
  viewer     404     404     404     404        404
  editor     404     403     queued  queued     404
  approver   404     403     ok      ok         404
  admin      ok      ok      ok      ok         ok
`);

export const changePublishedStrict = grid(`
             none    read    edit    workspace  private
  viewer     404     403     403     403        404
  editor     404     403     queued  queued     404
  approver   404     403     ok      ok         404
  admin      ok      ok      ok      ok         ok
`);

/** "Workspace in open approval mode": whoever may edit may publish. */
export const changePublishedOpen = createDraft;

/** From a space that everybody reads: a viewer is refused there already, whatever the destination. */
const movePublishedInStrict = grid(`
             none    read    edit    workspace  private
  viewer     403     403     403     403        403
  editor     404     403     queued  queued     404
  approver   404     403     ok      ok         404
  admin      ok      ok      ok      ok         ok
`);

const movePublishedInOpen = grid(`
             none    read    edit    workspace  private
  viewer     403     403     403     403        403
  editor     404     403     ok      ok         404
  approver   404     403     ok      ok         404
  admin      ok      ok      ok      ok         ok
`);

/** "In strict mode a published document needs the publish right, else 403 (otherwise delete bypasses review)". */
export const trashPublishedStrict = grid(`
             none    read    edit    workspace  private
  viewer     404     403     403     403        404
  editor     404     403     403     403        404
  approver   404     403     ok      ok         404
  admin      ok      ok      ok      ok         ok
`);

const restoreTrashed = grid(`
             none    read    edit    workspace  private
  viewer     404     404     404     404        404
  editor     404     404     ok      ok         404
  approver   404     404     ok      ok         404
  admin      ok      ok      ok      ok         ok
`);

const restorePublishedStrict = grid(`
             none    read    edit    workspace  private
  viewer     404     404     404     404        404
  editor     404     404     403     403        404
  approver   404     404     ok      ok         404
  admin      ok      ok      ok      ok         ok
`);

/** "DELETE /trash/:id (admin, permanent)". */
const purgeTrashed = grid(`
             none    read    edit    workspace  private
  viewer     404     404     404     404        404
  editor     404     404     403     403        404
  approver   404     404     403     403        404
  admin      ok      ok      ok      ok         ok
`);

/** Somebody else's change request: "readable by author and approvers". */
const readTheirRequest = grid(`
             none    read    edit    workspace  private
  viewer     404     404     404     404        404
  editor     404     404     404     404        404
  approver   404     404     ok      ok         404
  admin      ok      ok      ok      ok         ok
`);

const withdrawTheirRequest = grid(`
             none    read    edit    workspace  private
  viewer     404     404     404     404        404
  editor     404     404     404     404        404
  approver   404     404     403     403        404
  admin      403     403     403     403        403
`);

const listTheirRequest = grid(`
             none    read    edit    workspace  private
  viewer     absent  absent  absent  absent     absent
  editor     absent  absent  absent  absent     absent
  approver   absent  absent  shown   shown      absent
  admin      shown   shown   shown   shown      shown
`);

/** One's own request, also after a demotion: what it proposes was never published, so viewers do not see it. */
const decideOwnRequest = grid(`
             none    read    edit    workspace  private
  viewer     404     404     404     404        404
  editor     404     403     403     403        404
  approver   404     403     ok      ok         404
  admin      ok      ok      ok      ok         ok
`);

/** Whoever is no training manager and no admin is told so before anything is looked up. */
const manageTraining = grid(`
             none    read    edit    workspace  private
  viewer     403     403     403     403        403
  editor     403     403     403     403        403
  approver   403     403     403     403        403
  admin      ok      ok      ok      ok         ok
`);

/** In the Trash it is not there, and a draft cannot be trained. */
const trainTrashed = grid(`
             none    read    edit    workspace  private
  viewer     403     403     403     403        403
  editor     403     403     403     403        403
  approver   403     403     403     403        403
  admin      404     404     404     404        404
`);

const trainUnpublished = grid(`
             none    read    edit    workspace  private
  viewer     403     403     403     403        403
  editor     403     403     403     403        403
  approver   403     403     403     403        403
  admin      409     409     409     409        409
`);

const listDecks = grid(`
             none    read    edit    workspace  private
  viewer     403     403     403     403        403
  editor     403     403     403     403        403
  approver   403     403     403     403        403
  admin      shown   shown   shown   shown      shown
`);

/** A training manager manages in the spaces that they see, whatever their role. */
const managerInSpace = readPublished;
const managerListsDecks = listPublished;

const managerTrainsDraft = grid(`
             none    read    edit    workspace  private
  viewer     404     404     404     404        404
  editor     404     409     409     409        404
  approver   404     409     409     409        404
  admin      409     409     409     409        409
`);

const managerAssignsUnpublished = grid(`
             none    read    edit    workspace  private
  viewer     404     409     409     409        404
  editor     404     409     409     409        404
  approver   404     409     409     409        404
  admin      409     409     409     409        409
`);

/** One row: a call about a document (or request) in a state, in some modes. */
export interface Rule {
  call: string;
  state: DocumentState;
  modes: readonly Mode[];
  outcomes: Grid;
  /** What training managers get, where their flag makes a difference. */
  forManagers?: Grid;
}

const BOTH: readonly Mode[] = ['strict', 'open'];
const STRICT: readonly Mode[] = ['strict'];
const OPEN: readonly Mode[] = ['open'];

function rule(call: string, state: DocumentState, modes: readonly Mode[], outcomes: Grid): Rule {
  return { call, state, modes, outcomes };
}

function trainingRule(call: string, state: DocumentState, outcomes: Grid, forManagers: Grid): Rule {
  return { call, state, modes: STRICT, outcomes, forManagers };
}

/** The same call on what lies in the Trash: for everything but the Trash's own operations it is not there. */
function notInTrash(call: string): Rule[] {
  return [
    rule(call, 'trashed draft', BOTH, nothingThere),
    rule(call, 'trashed published', BOTH, nothingThere),
  ];
}

export const RULES: readonly Rule[] = [
  // Ticks are the reader's own, and what was assigned is read with the rights of now: whoever may read may do these.
  ...['documents.read', 'checklists.read', 'checklists.tick', 'training.take', 'training.submit'].flatMap(
    (call) => [
      rule(call, 'draft', BOTH, readDraft),
      rule(call, 'published', BOTH, readPublished),
      ...notInTrash(call),
    ],
  ),
  rule('documents.tree', 'published', BOTH, readPublished),
  rule('documents.list', 'draft', BOTH, listDraft),
  rule('documents.list', 'published', BOTH, listPublished),
  rule('documents.list', 'trashed draft', BOTH, neverListed),
  rule('documents.list', 'trashed published', BOTH, neverListed),
  rule('search.query', 'draft', BOTH, listDraft),
  rule('search.query', 'published', BOTH, listPublished),
  rule('search.query', 'trashed draft', BOTH, neverListed),
  rule('search.query', 'trashed published', BOTH, neverListed),
  rule('spaces.list', 'published', BOTH, listPublished),

  rule('documents.create a draft', 'draft', BOTH, createDraft),
  rule('documents.create published', 'published', STRICT, changePublishedStrict),
  rule('documents.create published', 'published', OPEN, changePublishedOpen),

  rule('documents.update the title', 'draft', BOTH, changeDraft),
  rule('documents.update the title', 'published', STRICT, changePublishedStrict),
  rule('documents.update the title', 'published', OPEN, changePublishedOpen),
  ...notInTrash('documents.update the title'),
  rule('documents.update to published', 'draft', STRICT, publishDraftStrict),
  rule('documents.update to published', 'draft', OPEN, changeDraft),
  rule('documents.update to published', 'published', BOTH, createDraft), // it is that already: nothing changes
  ...notInTrash('documents.update to published'),
  rule('documents.update to draft', 'published', STRICT, changePublishedStrict),
  rule('documents.update to draft', 'published', OPEN, changePublishedOpen),
  rule('documents.update moving it out', 'draft', BOTH, changeDraft),
  rule('documents.update moving it out', 'published', STRICT, changePublishedStrict),
  rule('documents.update moving it out', 'published', OPEN, changePublishedOpen),
  ...notInTrash('documents.update moving it out'),
  rule('documents.update moving one in', 'draft', BOTH, changeDraft),
  rule('documents.update moving one in', 'published', STRICT, movePublishedInStrict),
  rule('documents.update moving one in', 'published', OPEN, movePublishedInOpen),

  rule('documents.trash', 'draft', BOTH, changeDraft),
  rule('documents.trash', 'published', STRICT, trashPublishedStrict),
  rule('documents.trash', 'published', OPEN, changePublishedOpen),
  ...notInTrash('documents.trash'),
  rule('trash.list', 'draft', BOTH, neverListed),
  rule('trash.list', 'published', BOTH, neverListed),
  rule('trash.list', 'trashed draft', BOTH, listTrashed),
  rule('trash.list', 'trashed published', BOTH, listTrashed),
  rule('trash.restore', 'draft', BOTH, nothingThere),
  rule('trash.restore', 'published', BOTH, nothingThere),
  rule('trash.restore', 'trashed draft', BOTH, restoreTrashed),
  rule('trash.restore', 'trashed published', STRICT, restorePublishedStrict),
  rule('trash.restore', 'trashed published', OPEN, restoreTrashed),
  rule('trash.purge', 'draft', BOTH, nothingThere),
  rule('trash.purge', 'published', BOTH, nothingThere),
  rule('trash.purge', 'trashed draft', BOTH, purgeTrashed),
  rule('trash.purge', 'trashed published', BOTH, purgeTrashed),

  // Earlier versions may hold what was never published, so a history is for those who see drafts.
  ...['versions.list', 'versions.read', 'versions.compare'].flatMap((call) => [
    rule(call, 'draft', BOTH, readDraft),
    rule(call, 'published', BOTH, readDraft),
    ...notInTrash(call),
  ]),
  rule('versions.restore', 'draft', BOTH, changeDraft),
  rule('versions.restore', 'published', STRICT, changePublishedStrict),
  rule('versions.restore', 'published', OPEN, changePublishedOpen),
  ...notInTrash('versions.restore'),

  rule('change_requests.list of somebody else', 'published', BOTH, listTheirRequest),
  rule('change_requests.list of one’s own', 'published', BOTH, listDraft),
  rule('change_requests.read of somebody else', 'published', BOTH, readTheirRequest),
  rule('change_requests.read of one’s own', 'published', BOTH, readDraft),
  rule('change_requests.read of one’s own', 'trashed published', BOTH, restoreTrashed),
  rule('change_requests.withdraw of somebody else', 'published', BOTH, withdrawTheirRequest),
  rule('change_requests.withdraw of one’s own', 'published', BOTH, readDraft),
  rule('change_requests.approve of somebody else', 'published', BOTH, readTheirRequest),
  rule('change_requests.approve of one’s own', 'published', BOTH, decideOwnRequest),
  rule('change_requests.reject of somebody else', 'published', BOTH, readTheirRequest),
  rule('change_requests.reject of one’s own', 'published', BOTH, decideOwnRequest),

  rule('documents.check', 'published', BOTH, everybody),
  rule('documents.writing_guide', 'published', BOTH, everybody),
  rule('templates.list', 'published', BOTH, everybody),
  rule('templates.read', 'published', BOTH, everybody),

  trainingRule('training.create_deck', 'published', manageTraining, managerInSpace),
  trainingRule('training.create_deck', 'draft', trainUnpublished, managerTrainsDraft),
  trainingRule('training.create_deck', 'trashed draft', trainTrashed, nothingThere),
  trainingRule('training.create_deck', 'trashed published', trainTrashed, nothingThere),
  trainingRule('training.assign', 'published', manageTraining, managerInSpace),
  trainingRule('training.assign', 'draft', trainUnpublished, managerAssignsUnpublished),
  trainingRule('training.assign', 'trashed published', trainUnpublished, managerAssignsUnpublished),
  trainingRule('training.unassign', 'published', manageTraining, managerInSpace),
  trainingRule('training.unassign', 'trashed published', manageTraining, managerInSpace),
  trainingRule('training.delete_deck', 'published', manageTraining, managerInSpace),
  trainingRule('training.delete_deck', 'trashed published', manageTraining, managerInSpace),
  trainingRule('training.list_decks', 'published', listDecks, managerListsDecks),
  trainingRule('training.list_decks', 'trashed published', listDecks, managerListsDecks),
  trainingRule('training.read_deck', 'published', manageTraining, managerInSpace),
  trainingRule('training.read_deck', 'trashed published', manageTraining, managerInSpace),
  rule('training.list_assignments', 'published', BOTH, listPublished),
  rule('training.list_assignments', 'trashed published', BOTH, listPublished),

  rule('account.read', 'published', BOTH, everybody),
  rule('notifications.list', 'published', BOTH, everybody),
  rule('notifications.mark_read', 'published', BOTH, everybody),
];
