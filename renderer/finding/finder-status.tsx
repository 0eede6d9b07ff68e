import { Text } from '@mantine/core';
import type { Results } from './use-results.ts';

/** One line on what was found; screen readers are told when it changes. */
export function FinderStatus({
  text,
  isCompleting,
  results,
}: {
  text: string;
  /** Whether there are ways to go on with the filter at the end. */
  isCompleting: boolean;
  results: Results;
}) {
  return (
    <Text size="xs" c="dimmed" component="output" truncate>
      {text.trim() === '' ? 'Narrow with type: tag: space: author: status:' : sentence(results, isCompleting)}
    </Text>
  );
}

function sentence({ found, error, isCurrent }: Results, isCompleting: boolean): string {
  if (error) return error.message;
  if (!found || !isCurrent) return 'Searching…';
  if (found.partial) return 'The index is still being built: more may come.';
  if (found.total === 0) return isCompleting ? 'Choose a filter, or go on typing.' : 'No page holds this.';
  if (found.relaxed) return 'No page holds every word; these hold some.';
  return found.total === 1 ? '1 page' : `${found.total} pages`;
}
