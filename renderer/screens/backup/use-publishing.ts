import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useClient } from '../../client/client.tsx';
import { CallFailed } from '../../client/transport.ts';
import { readAgain } from '../../client/read-again.ts';

/** A page that is to be published. */
interface Draft {
  id: string;
  title: string;
}

/** What became of several pages that were to be published. */
export interface Published {
  published: number;
  /** Wait for review. */
  waiting: number;
  refused: (Draft & { reason: string })[];
}

export interface Publishing {
  /** How far it is; null while nothing runs. */
  progress: { done: number; total: number } | null;
  start: (drafts: readonly Draft[]) => void;
  /** Ends it after the page that is under way; what is published stays so. */
  stop: () => void;
}

/** Publishes pages one after the other, as if somebody went from page to page. It ends when the person goes elsewhere. */
export function usePublishing(onDone: (outcome: Published) => void): Publishing {
  const client = useClient();
  const queries = useQueryClient();
  const [progress, setProgress] = useState<Publishing['progress']>(null);
  const isStopped = useRef(false);
  useEffect(() => {
    isStopped.current = false;
    return () => {
      isStopped.current = true;
    };
  }, []);

  async function publishAll(drafts: readonly Draft[]): Promise<void> {
    const outcome: Published = { published: 0, waiting: 0, refused: [] };
    isStopped.current = false;
    for (const [index, draft] of drafts.entries()) {
      setProgress({ done: index, total: drafts.length });
      try {
        const { pending } = await client.call('documents.update', { id: draft.id, status: 'published' });
        if (pending) outcome.waiting += 1;
        else outcome.published += 1;
      } catch (error) {
        outcome.refused.push({ ...draft, reason: error instanceof Error ? error.message : 'It failed.' });
        if (isOfNoUse(error)) break;
      }
      if (isStopped.current) break;
    }
    onDone(outcome);
    await readAgain(queries);
    setProgress(null);
  }

  return {
    progress,
    start: (drafts) => void publishAll(drafts),
    stop: () => {
      isStopped.current = true;
    },
  };
}

/** Whether the next page would fare no better: nobody answers, or nobody is signed in. */
function isOfNoUse(error: unknown): boolean {
  return error instanceof CallFailed && (error.error.status === 0 || error.error.status === 401);
}
