import { contentSchema, type DocumentHead } from '../../domain/document.ts';
import {
  fieldsWithout,
  leaveOut,
  type FieldsWithout,
  type Run,
  type VersionState,
} from '../../domain/take-back.ts';
import { mergeText } from '../../domain/merge.ts';
import { AppError } from '../../errors.ts';
import { authorize } from '../../policies/decision.ts';
import { mayEdit } from '../../policies/documents.ts';
import { pause } from '../../sliced-work.ts';
import { ownPendingRequest } from '../change-requests/queue.ts';
import { applyOrQueue } from '../documents/apply-or-queue.ts';
import { missing, type LoadedDocument } from '../documents/load.ts';
import { checkParent } from '../documents/parent.ts';
import { loadVersion } from '../versions/load.ts';
import type { ItemReport, Undoing } from './report.ts';
import { namesOf } from './names.ts';

/**
 * Takes back what a sitting changed in a document that was there before.
 *
 * @param runs its history since then
 * @param options.mayWait whether a page that cannot go back to its place yet is left for later
 * @returns false when it is to be asked again, after other pages have gone back to theirs
 */
export async function undoChanges(
  undoing: Undoing,
  loaded: LoadedDocument,
  runs: readonly Run[],
  { mayWait }: { mayWait: boolean },
): Promise<boolean> {
  const without = fieldsWithout(runs, loaded.document);
  const obstacle = obstacleToPlace(undoing, loaded, without);
  if (obstacle !== undefined) {
    if (mayWait) return false;
    undoing.about('document', loaded.document.id).left.push(`It stays where it is: ${obstacle}`);
    leaveOut(without, 'space', 'parent');
  }
  await takeBack(undoing, loaded, runs, without, obstacle === undefined);
  return true;
}

async function takeBack(
  undoing: Undoing,
  { document, space }: LoadedDocument,
  runs: readonly Run[],
  without: FieldsWithout,
  isPlaced: boolean,
): Promise<void> {
  const { context, sitting } = undoing;
  const report = undoing.about('document', document.id);
  for (const { field, people } of without.kept) {
    report.left.push(`The ${field} stays: ${namesOf(context, people)} changed it afterwards.`);
  }
  const { content, problem } = await textToSet(undoing, document, runs);
  if (content === undefined && without.taken.length === 0) {
    if (problem !== undefined) report.left.push(problem);
    return;
  }
  authorize(mayEdit(context, space));
  if (isWaitingAlready(undoing, document, report)) return;
  if (problem !== undefined) report.left.push(problem);
  const outcome = await applyOrQueue(context, document, space, {
    fields: without.fields,
    content,
    note: `Took back what the sitting ${sitting.id} changed`,
    // Where something has to be tried again, the next attempt must look at all of it.
    ...(problem === undefined && isPlaced && { undoes: sitting.id }),
  });
  spend(undoing, content);
  tell(report, document, outcome, [...(content === undefined ? [] : ['text']), ...without.taken]);
}

/**
 * The text with the changes of others and without those of the sitting: each run of others is merged three-way onto
 * the text from before. Undefined when it stays as it is, with the reason if there is one.
 */
async function textToSet(
  { context }: Undoing,
  document: DocumentHead,
  runs: readonly Run[],
): Promise<{ content?: string; problem?: string }> {
  const [first] = runs;
  if (!first || !runs.some(({ isOfSitting, changesText }) => isOfSitting && changesText)) return {};
  const textAt = async ({ version }: VersionState) =>
    (await loadVersion(context, document.id, version)).content;
  let text = await textAt(first.before);
  for (const { isOfSitting, changesText, before, after, people } of runs) {
    if (isOfSitting || !changesText) continue;
    const [base, proposed] = [await textAt(before), await textAt(after)];
    await pause();
    const merged = mergeText(base, text, proposed);
    if (merged.conflicts > 0) {
      const names = namesOf(context, people);
      return { problem: `The text stays: ${names} changed the same passages afterwards.` };
    }
    ({ text } = merged);
  }
  if (text === (await context.tx.documents.content(document.id))) return {};
  return contentSchema.safeParse(text).success
    ? { content: text }
    : { problem: 'The text stays: without the changes it would be too long.' };
}

/** The undo of a published page may wait for review, and a change of one's own must not be lost to it. */
function isWaitingAlready(
  { context, sitting }: Undoing,
  document: DocumentHead,
  report: ItemReport,
): boolean {
  const waiting = ownPendingRequest(context, document.id);
  if (!waiting) return false;
  if (waiting.undoes === sitting.id) {
    report.change_request_id = waiting.id;
    report.left.push(`Taking it back waits for review already: ${waiting.id}.`);
  } else {
    report.left.push(
      `It stays: your own change request ${waiting.id} waits for review. Have it decided first.`,
    );
  }
  return true;
}

/** Why the page cannot go back to where it was, or undefined. */
function obstacleToPlace(
  { context }: Undoing,
  { document, space }: LoadedDocument,
  { taken, fields }: FieldsWithout,
): string | undefined {
  if (!taken.includes('space') && !taken.includes('parent')) return undefined;
  try {
    const { space_id: spaceId = space.id, parent_id: parentId } = fields;
    const destination = context.tx.spaces.get(spaceId);
    if (!destination) throw missing(context, 'space');
    authorize(mayEdit(context, destination));
    if (parentId) checkParent(context, parentId, destination, document.id);
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.message;
  }
}

function spend({ budget }: Undoing, content: string | undefined): void {
  budget.records -= 1;
  budget.characters -= content?.length ?? 0;
}

function tell(
  report: ItemReport,
  before: DocumentHead,
  outcome: Awaited<ReturnType<typeof applyOrQueue>>,
  parts: readonly string[],
): void {
  const { document, changed } = outcome;
  if (outcome.pending) {
    report.change_request_id = outcome.change_request_id;
    report.left.push(outcome.message);
  }
  if (document.version > before.version) report.version = document.version;
  if (changed.length === 0) return;
  const taken = outcome.pending ? parts.filter((part) => part !== 'status') : parts;
  report.did.push(`Changed back: ${taken.join(', ')}.${statusWords(before, document)}`);
}

function statusWords(before: DocumentHead, after: Pick<DocumentHead, 'status'>): string {
  if (before.status === after.status) return '';
  return after.status === 'draft' ? ' It is a draft again.' : ' It is published again.';
}
