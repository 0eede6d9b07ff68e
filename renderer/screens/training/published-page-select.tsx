import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useOperation } from '../../client/operations.ts';

const SHOWN = 20;

/** One published page, found by words of it. */
export function PublishedPageSelect({
  value,
  onChange,
}: {
  value: string | null;
  onChange: (id: string | null) => void;
}) {
  const [words, setWords] = useState('');
  const [query] = useDebouncedValue(words.trim(), 150);
  const latest = useOperation('documents.list', { status: 'published', limit: SHOWN });
  const found = useOperation(
    'search.query',
    { q: `${query} status:published`, as_you_type: false, limit: SHOWN },
    { enabled: query !== '' },
  );
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null);
  const items = (query === '' ? latest.data?.items : found.data?.items) ?? [];
  const options = items.map(({ id, title }) => ({ value: id, label: title }));
  const isChosenListed = chosen === null || options.some((option) => option.value === chosen.value);
  return (
    <Select
      label="Page"
      description="Its text stays as it is now, also when the page changes later."
      placeholder="Type to find a published page"
      nothingFoundMessage="No published page has these words"
      searchable
      filter={({ options: all }) => all}
      data={isChosenListed ? options : [chosen, ...options]}
      value={value}
      onSearchChange={setWords}
      onChange={(id, option) => {
        setChosen(id === null ? null : { value: id, label: option?.label ?? id });
        onChange(id);
      }}
    />
  );
}
