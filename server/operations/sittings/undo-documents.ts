import type { DocumentHead } from '../../domain/document.ts';
import { AppError } from '../../errors.ts';
import { authorize } from '../../policies/decision.ts';
import { mayTrash } from '../../policies/documents.ts';
import { loadDocument, loadTrashed, type LoadedDocument } from '../documents/load.ts';
import { provenanceOf } from '../people.ts';
import { isChangeOfItsOwn, type Run } from '../../domain/take-back.ts';
import { historyOf } from './history.ts';
import { namesOf } from './names.ts';
import type { Undoing } from './report.ts';
import { undoChanges } from './undo-changes.ts';
import type { Write } from './writes.ts';

const TRASH_ACTIONS = new Set(['documents.trash', 'trash.restore']);

/**
 * Takes back what a sitting did to documents: what it trashed comes back, what it created goes to the Trash, and pages
 * change back, those last whose place depends on others.
 *
 * @param writes what it wrote about each, oldest first
 * @returns for how many of them one commit had no room
 */
export async function undoDocuments(
  undoing: Undoing,
  writes: ReadonlyMap<string, readonly Write[]>,
): Promise<number> {
  const ids = [...writes.keys()];
  const isCreated = (id: string) => isCreatedBy(undoing.context.tx.documents.get(id), undoing.sitting.id);
  const older = fromTheTop(
    undoing,
    ids.filter((id) => !isCreated(id)),
  );
  let left = 0;
  for (const id of older) await reporting(undoing, id, () => takeOutOfTrash(undoing, id));
  for (const id of ids.filter(isCreated)) {
    if (hasRoom(undoing)) await reporting(undoing, id, () => discardCreated(undoing, id));
    else left += 1;
  }
  return left + (await untilSettled(undoing, older, writes));
}

/** Pages that wait for others to go back to their places are asked again, as long as that helps. */
async function untilSettled(
  undoing: Undoing,
  ids: readonly string[],
  writes: ReadonlyMap<string, readonly Write[]>,
): Promise<number> {
  let open = ids;
  for (let mayWait = true; open.length > 0;) {
    const waiting: string[] = [];
    let left = 0;
    for (const id of open) {
      if (!hasRoom(undoing)) left += 1;
      else
        await reporting(undoing, id, async () => {
          if (!(await undoDocument(undoing, id, writes.get(id) ?? [], mayWait))) waiting.push(id);
        });
    }
    if (left > 0) return left + waiting.length;
    mayWait = waiting.length < open.length;
    open = waiting;
  }
  return 0;
}

const hasRoom = ({ budget }: Undoing) => budget.records > 0 && budget.characters > 0;

/** What refuses one document is said about it, and does not hold up the others. */
async function reporting(undoing: Undoing, id: string, act: () => Promise<void> | void): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    undoing.about('document', id).left.push(error.message);
  }
}

function takeOutOfTrash(undoing: Undoing, id: string): void {
  const { context, sitting } = undoing;
  if (context.tx.documents.get(id)?.trashed?.by.sitting !== sitting.id) return;
  const { document, space } = loadTrashed(context, id);
  authorize(mayTrash(context, document, space, context.settings.approval_mode));
  context.tx.documents.put({ ...document, trashed: null });
  undoing.budget.records -= 1;
  const report = undoing.about('document', id);
  report.title = document.title;
  report.did.push('Taken out of the Trash.');
}

/** A page that moves takes its sub-pages along, so they are looked at after it. */
function fromTheTop({ context }: Undoing, ids: readonly string[]): string[] {
  const depth = (id: string): number => {
    let count = 0;
    let page: DocumentHead | undefined = context.tx.documents.get(id);
    for (; page?.parent_id && count < ids.length; count += 1) page = context.tx.documents.get(page.parent_id);
    return count;
  };
  const depths = new Map(ids.map((id) => [id, depth(id)]));
  return ids.toSorted((left, right) => (depths.get(left) ?? 0) - (depths.get(right) ?? 0));
}

/** @returns false when it has to wait for other pages */
async function undoDocument(
  undoing: Undoing,
  id: string,
  writes: readonly Write[],
  mayWait: boolean,
): Promise<boolean> {
  const { context, sitting } = undoing;
  const head = context.tx.documents.get(id);
  if (!head && writes.some(({ action }) => action === 'trash.purge')) {
    undoing.about('document', id).left.push('The sitting deleted it for ever: that cannot be taken back.');
    return true;
  }
  if (head && sitting.undone?.ids.includes(id)) return true;
  if (head?.trashed) {
    sayWhoTrashed(undoing, head);
    return true;
  }
  const loaded = loadDocument(context, id);
  undoing.about('document', id).title = loaded.document.title;
  const runs = await historyOf(context, loaded.document, sitting);
  if (runs.length > 0 && !(await undoChanges(undoing, loaded, runs, { mayWait }))) return false;
  if (!tookOutOfTrash(writes)) return true;
  const others = peopleOf(runs.filter((run) => !run.isOfSitting && isChangeOfItsOwn(run)));
  const now = { ...loaded, document: context.tx.documents.get(id) ?? loaded.document };
  discard(undoing, now, others, 'Put back in the Trash: the sitting had taken it out.');
  return true;
}

async function discardCreated(undoing: Undoing, id: string): Promise<void> {
  const { context, sitting } = undoing;
  if (sitting.undone?.ids.includes(id) || context.tx.documents.get(id)?.trashed) return;
  const loaded = loadDocument(context, id);
  undoing.about('document', id).title = loaded.document.title;
  const others = peopleOf(
    (await historyOf(context, loaded.document, sitting)).filter((run) => !run.isOfSitting),
  );
  discard(undoing, loaded, others, 'Put in the Trash: the sitting had created it.');
}

function peopleOf(runs: readonly Run[]): string[] {
  return [...new Set(runs.flatMap(({ people }) => people))];
}

/** Whether it lay in the Trash before the sitting, and not when the sitting was through with it. */
function tookOutOfTrash(writes: readonly Write[]): boolean {
  const moves = writes.filter(({ action }) => TRASH_ACTIONS.has(action));
  return moves[0]?.action === 'trash.restore' && moves.at(-1)?.action === 'trash.restore';
}

/** A document in the Trash is as good as gone; only whoever may look into it hears who put it there. */
function sayWhoTrashed(undoing: Undoing, head: DocumentHead): void {
  const { context } = undoing;
  const { document } = loadTrashed(context, head.id);
  const report = undoing.about('document', head.id);
  report.title = document.title;
  const who = namesOf(context, document.trashed ? [document.trashed.by.user_id] : []);
  report.left.push(`${who} put it in the Trash. Take it out first if its earlier state is wanted.`);
}

/** Puts a document in the Trash that would not be there without the sitting, unless others have worked on it. */
function discard(
  undoing: Undoing,
  { document, space }: LoadedDocument,
  others: readonly string[],
  words: string,
): void {
  const { context, marks } = undoing;
  const report = undoing.about('document', document.id);
  if (others.length > 0) {
    report.left.push(`It stays: ${namesOf(context, others)} changed it afterwards.`);
    return;
  }
  authorize(mayTrash(context, document, space, context.settings.approval_mode));
  context.tx.documents.put({ ...document, trashed: { at: context.now, by: provenanceOf(context) } });
  undoing.budget.records -= 1;
  marks.add(document.id);
  report.did.push(words);
}

function isCreatedBy(document: DocumentHead | undefined, sittingId: string): boolean {
  return document?.created_by?.sitting === sittingId;
}
