import type { DocumentHead, Version } from '../../domain/document.ts';
import type { Sitting } from '../../domain/sitting.ts';
import type { Run, VersionState } from '../../domain/take-back.ts';
import { conflict } from '../../errors.ts';
import type { OperationContext } from '../define.ts';
import { startOf } from './writes.ts';

interface OpenRun {
  isOfSitting: boolean;
  after: Version;
  people: Set<string>;
}

/**
 * What a sitting did to a document and what others did after it, in order, from the first of the sitting's changes on
 * that nobody has taken back yet. Walks the versions back to before the sitting, or to the version that took its
 * changes back, and keeps what stands between one hand and the next only, without the texts. Of a document
 * that the sitting created, its own first versions are left out, because there is no state before them.
 *
 * @throws {AppError} `conflict` when a version was lost with its file: what stood before cannot be told then
 */
export async function historyOf(
  { tx }: OperationContext,
  document: DocumentHead,
  sitting: Sitting,
): Promise<Run[]> {
  const start = startOf(sitting);
  const runs: Run[] = [];
  let open: OpenRun | undefined;
  for (let number = document.version; number >= 1; number -= 1) {
    const version = await tx.versions.get(document.id, number);
    if (!version) throw conflict('It stays: one of its earlier versions is not there any more.');
    const isOfSitting = version.by.sitting === sitting.id;
    const isBefore = version.undoes === sitting.id || (version.at < start && !isOfSitting);
    if (open && (isBefore || open.isOfSitting !== isOfSitting)) {
      runs.unshift(closed(open, version));
      open = undefined;
    }
    if (isBefore) break;
    open ??= { isOfSitting, after: version, people: new Set() };
    open.people.add(version.by.user_id);
  }
  const isCreated = document.created_by?.sitting === sitting.id;
  return isCreated ? runs : fromSitting(runs);
}

function closed({ isOfSitting, after, people }: OpenRun, before: Version): Run {
  return {
    isOfSitting,
    before: withoutText(before),
    after: withoutText(after),
    changesText: before.content !== after.content,
    people: [...people],
  };
}

function withoutText({ content: _content, ...state }: Version): VersionState {
  return state;
}

/** What others did before the sitting's first change is where it started from. */
function fromSitting(runs: readonly Run[]): Run[] {
  const first = runs.findIndex(({ isOfSitting }) => isOfSitting);
  return first === -1 ? [] : runs.slice(first);
}
