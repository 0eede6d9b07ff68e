import { TooManyPlaces } from '../query/phrases.ts';
import { beginComparison, type Comparison } from './comparison.ts';
import { createKeptIndex } from './kept-index.ts';
import type { SavedPlace } from './merge-messages.ts';
import type { Answer, FromWorker, Question, SavedState, ToWorker } from './messages.ts';
import { excerpts, find, similar, titles } from './questions.ts';
import type { Segment } from '../index/segment.ts';

export interface IndexOwnerOptions {
  /** The saved index that was opened. */
  opened: { segment: Segment | null; saved: SavedState | null };
  place: SavedPlace | null;
  saves: boolean;
  say: (message: FromWorker) => void;
}

/** The index and what is said to it: one message after the other. */
export interface IndexOwner {
  take(message: ToWorker): void;
}

export function createIndexOwner({ opened, place, saves, say }: IndexOwnerOptions): IndexOwner {
  const warn = (message: string, error: unknown) =>
    say({ kind: 'log', level: 'warn', message, reason: reasonOf(error) });
  const onSaved = (saved: SavedState) => say({ kind: 'saved', saved });
  const onNotSaved = (error: unknown) => say({ kind: 'unsaved', problem: whyNotSaved(error) });
  const index = createKeptIndex({ opened, place, saves, onSaved, onNotSaved, onFailure: warn });
  let comparison: Comparison | null = null;

  function put({ document, target }: Extract<ToWorker, { kind: 'put' }>): void {
    try {
      index.put(document, target);
      comparison?.noteChange(document.id);
    } catch (error) {
      warn(`document ${document.id} could not be taken into the search index`, error);
    }
    say({ kind: 'taken' });
  }

  function remove(id: string): void {
    index.remove(id);
    comparison?.noteChange(id);
  }

  function compare(question: Extract<Question, { about: 'comparison' }>): Answer {
    if (question.step === 'begin') {
      comparison = beginComparison(index.live, question.repairs);
      return { about: 'comparison', difference: { missing: [], stale: [], surplus: [] } };
    }
    if (!comparison) throw new Error('The index was rebuilt during the comparison.');
    if (question.step === 'slice') {
      return { about: 'comparison', difference: comparison.compare(question.ids, question.stamps) };
    }
    const difference = comparison.end();
    comparison = null;
    return { about: 'comparison', difference };
  }

  async function takeOver(): Promise<Answer> {
    comparison = null;
    await index.takeOver();
    return { about: 'rebuilt' };
  }

  async function checkFile(): Promise<Answer> {
    return { about: 'file', isWhole: await index.checkFile() };
  }

  async function close(budgetMs: number): Promise<Answer> {
    await index.close(budgetMs);
    return { about: 'close' };
  }

  function answerTo(question: Question): Answer | Promise<Answer> {
    switch (question.about) {
      case 'find':
        return find(index.live, question);
      case 'excerpts':
        return excerpts(question);
      case 'similar':
        return similar(index.live, question);
      case 'titles':
        return titles(index.live, question);
      case 'count':
        return { about: 'count', documents: index.live.documentCount };
      case 'comparison':
        return compare(question);
      case 'file':
        return checkFile();
      case 'rebuilt':
        return takeOver();
      default:
        return close(question.budgetMs);
    }
  }

  async function respond(number: number, question: Question): Promise<void> {
    say({ kind: 'begun', number });
    try {
      say({ kind: 'answer', number, answer: await answerTo(question) });
    } catch (error) {
      if (error instanceof TooManyPlaces) say({ kind: 'refused', number });
      else say({ kind: 'failed', number, reason: reasonOf(error) });
    }
  }

  return {
    take(message) {
      switch (message.kind) {
        case 'put':
          return put(message);
        case 'remove':
          return remove(message.id);
        case 'complete':
          return void index
            .complete()
            .catch((error: unknown) => warn('saving the search index failed', error));
        case 'rebuild':
          return message.step === 'begin' ? index.beginRebuild() : index.cancelRebuild();
        case 'ask':
          return void respond(message.number, message.question);
      }
    },
  };
}

function whyNotSaved(error: unknown): string {
  const reason = error instanceof Error ? error.message : 'unknown';
  return `The search index cannot be saved, so each start reads all documents (${reason}). Look at the folder index/ of the data folder and at the free space; it is tried again by itself.`;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
