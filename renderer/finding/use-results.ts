import { useDebouncedValue } from '@mantine/hooks';
import type { OutputOf } from '../../server/faces/app/contract.ts';
import { useOperation } from '../client/operations.ts';

export const RESULTS_AT_FIRST = 12;
/** Gathers what arrives at once, such as a pasted word; whoever types waits for the answer only. */
const PAUSE_MS = 10;

export interface Results {
  found: OutputOf<'search.query'> | undefined;
  /** Whether `found` is the answer to what is written now. */
  isCurrent: boolean;
  error: Error | null;
}

/** What a search finds while it is being typed; the answer before stays until the next one is there. */
export function useResults(text: string, limit: number): Results {
  const q = text.trim();
  const [asked] = useDebouncedValue(q, PAUSE_MS);
  const isAsking = q !== '' && asked !== '';
  const { data, error, isPlaceholderData } = useOperation(
    'search.query',
    { q: asked, as_you_type: true, limit },
    { enabled: isAsking },
  );
  return {
    found: isAsking ? data : undefined,
    isCurrent: isAsking && asked === q && !isPlaceholderData && data !== undefined,
    error: isAsking ? error : null,
  };
}
