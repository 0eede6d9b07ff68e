import {
  changeDraft,
  changePublishedOpen,
  changePublishedStrict,
  createDraft,
  nothingThere,
  readDraft,
  readPublished,
  trashPublishedStrict,
  type DocumentState,
  type Mode,
  type Rule,
} from './expected.ts';
import { grid, type Grid } from './grid.ts';

/** By hand from the decisions, "Images on published pages, strict mode", and security U6: pictures and the links to send them on. */

const BOTH: readonly Mode[] = ['strict', 'open'];
const STRICT: readonly Mode[] = ['strict'];
const OPEN: readonly Mode[] = ['open'];

function rule(call: string, state: DocumentState, modes: readonly Mode[], outcomes: Grid): Rule {
  return { call, state, modes, outcomes };
}

function notInTrash(call: string): Rule[] {
  return [
    rule(call, 'trashed draft', BOTH, nothingThere),
    rule(call, 'trashed published', BOTH, nothingThere),
  ];
}

/** One's own links are listed, and end, whatever became of one's rights. */
const ownLinkListed = grid(`
             none    read    edit    workspace  private
  viewer     shown   shown   shown   shown      shown
  editor     shown   shown   shown   shown      shown
  approver   shown   shown   shown   shown      shown
  admin      shown   shown   shown   shown      shown
`);

const ownLinkEnds = grid(`
             none    read    edit    workspace  private
  viewer     ok      ok      ok      ok         ok
  editor     ok      ok      ok      ok         ok
  approver   ok      ok      ok      ok         ok
  admin      ok      ok      ok      ok         ok
`);

const theirLinkListed = grid(`
             none    read    edit    workspace  private
  viewer     absent  absent  absent  absent     absent
  editor     absent  absent  absent  absent     absent
  approver   absent  absent  absent  absent     absent
  admin      shown   shown   shown   shown      shown
`);

const theirLinkEnds = grid(`
             none    read    edit    workspace  private
  viewer     404     404     404     404        404
  editor     404     404     404     404        404
  approver   404     404     404     404        404
  admin      ok      ok      ok      ok         ok
`);

export const IMAGE_RULES: readonly Rule[] = [
  // "Readable by whoever reads the document".
  ...['attachments.list', 'attachments.read'].flatMap((call) => [
    rule(call, 'draft', BOTH, readDraft),
    rule(call, 'published', BOTH, readPublished),
    ...notInTrash(call),
  ]),

  // "Attaching is allowed": it shows readers nothing yet.
  ...['attachments.add', 'attachments.add_image', 'upload_links.create'].flatMap((call) => [
    rule(call, 'draft', BOTH, changeDraft),
    rule(call, 'published', BOTH, createDraft),
    ...notInTrash(call),
  ]),
  // "Placing into a live body by an editor queues a change request like any edit".
  rule('attachments.add_image and place it', 'draft', BOTH, changeDraft),
  rule('attachments.add_image and place it', 'published', STRICT, changePublishedStrict),
  rule('attachments.add_image and place it', 'published', OPEN, changePublishedOpen),
  ...notInTrash('attachments.add_image and place it'),
  // A picture is taken away from readers at once, so that is not for those whose changes wait.
  rule('attachments.delete', 'draft', BOTH, changeDraft),
  rule('attachments.delete', 'published', STRICT, trashPublishedStrict),
  rule('attachments.delete', 'published', OPEN, changePublishedOpen),
  ...notInTrash('attachments.delete'),

  rule('upload_links.list of one’s own', 'published', BOTH, ownLinkListed),
  rule('upload_links.list of somebody else', 'published', BOTH, theirLinkListed),
  rule('upload_links.revoke of one’s own', 'published', BOTH, ownLinkEnds),
  rule('upload_links.revoke of somebody else', 'published', BOTH, theirLinkEnds),
];
