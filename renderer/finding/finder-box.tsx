import { Group, Kbd, Loader, Stack, Text, TextInput } from '@mantine/core';
import { Search } from 'lucide-react';
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { parseSearchQuery } from '../../server/domain/search-query.ts';
import { useEntries } from './entries.ts';
import { EntryList, LIST_ID, optionId } from './entry-list.tsx';
import type { Entry } from './entry.ts';
import { FinderStatus } from './finder-status.tsx';
import { nextIndex } from './next-index.ts';
import { RESULTS_AT_FIRST } from './use-results.ts';

/** A field and the list below it: the focus stays in the field, the arrow keys choose (WAI-ARIA, combobox). */
export function FinderBox({ onDone }: { onDone: (isLeaving: boolean) => void }) {
  const [text, setWritten] = useState('');
  const [limit, setLimit] = useState(RESULTS_AT_FIRST);
  const [index, setIndex] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  // At once, not after the dialog's own pause: whoever presses the shortcut goes on typing.
  useLayoutEffect(() => field.current?.focus(), []);

  function setText(next: string): void {
    setWritten(next);
    setLimit(RESULTS_AT_FIRST);
    setIndex(0);
  }

  const { groups, results } = useEntries({ text, limit, setText, setLimit });
  const entries = groups.flatMap((group) => group.entries);
  const chosen = entries[Math.min(index, entries.length - 1)];

  function choose(entry: Entry): void {
    if (entry.effect !== 'stays') onDone(entry.effect === 'leaves');
    entry.choose();
  }

  function onKeyDown(event: KeyboardEvent): void {
    // Keys of an input method belong to it.
    if (event.nativeEvent.isComposing) return;
    const next = nextIndex(event.key, Math.min(index, entries.length - 1), entries.length);
    if (next !== undefined) setIndex(next);
    else if (event.key === 'Enter' && chosen) choose(chosen);
    else if (event.key === 'Tab' && chosen?.effect === 'stays' && !event.shiftKey) choose(chosen);
    else return;
    event.preventDefault();
  }

  return (
    <Stack gap={0}>
      <TextInput
        ref={field}
        data-autofocus
        variant="unstyled"
        size="lg"
        px="md"
        placeholder="Find a page or a command"
        aria-label="Find a page or a command"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is an input: one that has a list
        role="combobox"
        aria-expanded={entries.length > 0}
        aria-controls={LIST_ID}
        aria-autocomplete="list"
        aria-activedescendant={chosen && optionId(chosen)}
        autoComplete="off"
        spellCheck={false}
        leftSection={<Search size={20} aria-hidden />}
        rightSection={text.trim() !== '' && !results.isCurrent && !results.error && <Loader size="xs" />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div className="finder-entries">
        <EntryList
          groups={groups}
          chosen={chosen}
          words={wordsOf(text)}
          onPoint={(entry) => setIndex(entries.indexOf(entry))}
          onChoose={choose}
        />
      </div>
      <Group justify="space-between" px="md" py={8} gap="xs" wrap="nowrap">
        <FinderStatus
          text={text}
          isCompleting={entries.some(({ id }) => id.startsWith('filter-'))}
          results={results}
        />
        <Group gap={6} visibleFrom="sm" wrap="nowrap" aria-hidden>
          <Kbd size="xs">↑↓</Kbd>
          <Text size="xs" c="dimmed">
            choose
          </Text>
          <Kbd size="xs">Enter</Kbd>
          <Text size="xs" c="dimmed">
            open
          </Text>
        </Group>
      </Group>
    </Stack>
  );
}

/** The words to mark in what was found. */
function wordsOf(text: string): string[] {
  const { words, phrases } = parseSearchQuery(text).query;
  return [...phrases, ...words.map((word) => word.text)].filter((word) => word.length > 1);
}
