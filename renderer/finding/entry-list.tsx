/* oxlint-disable jsx-a11y/prefer-tag-over-role -- no element is a list of choices below a field (WAI-ARIA, combobox) */
import { Group, Highlight, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import './finding.css';
import type { Entry, EntryGroup } from './entry.ts';

export const LIST_ID = 'finder-entries';

export function optionId({ id }: Entry): string {
  return `finder-${id.replaceAll(/[^A-Za-z0-9_-]/g, '-')}`;
}

/** The lines below the field, in their groups. */
export function EntryList({
  groups,
  chosen,
  words,
  onPoint,
  onChoose,
}: {
  groups: readonly EntryGroup[];
  chosen: Entry | undefined;
  words: string[];
  onPoint: (entry: Entry) => void;
  onChoose: (entry: Entry) => void;
}) {
  return (
    <div id={LIST_ID} role="listbox" aria-label="Found" tabIndex={-1}>
      {groups.map(({ title, entries }) => (
        <div key={title} role="group" aria-label={title}>
          <Text size="xs" fw={600} c="dimmed" px="md" pt="xs" pb={4} aria-hidden>
            {title}
          </Text>
          {entries.map((entry) => (
            <Option
              key={entry.id}
              entry={entry}
              words={words}
              isChosen={entry.id === chosen?.id}
              onPoint={onPoint}
              onChoose={onChoose}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

function Option({
  entry,
  words,
  isChosen,
  onPoint,
  onChoose,
}: {
  entry: Entry;
  words: string[];
  isChosen: boolean;
  onPoint: (entry: Entry) => void;
  onChoose: (entry: Entry) => void;
}) {
  const line = useRef<HTMLDivElement>(null);
  const { icon: Icon, label, detail, section, snippet } = entry;
  useEffect(() => {
    if (isChosen) line.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return (
    // The field has the focus and the keys; the line is told to it as its active descendant.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- see above
    <div
      ref={line}
      id={optionId(entry)}
      role="option"
      aria-selected={isChosen}
      className="finder-option"
      onMouseMove={() => !isChosen && onPoint(entry)}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChoose(entry)}
    >
      <Icon size={18} strokeWidth={1.75} aria-hidden />
      <Stack gap={0} miw={0} flex={1}>
        <Group gap="sm" wrap="nowrap" justify="space-between">
          <Text truncate>{label}</Text>
          {detail !== undefined && (
            <Text size="xs" c="dimmed" flex="none">
              {detail}
            </Text>
          )}
        </Group>
        {snippet !== undefined && snippet !== '' && (
          <Text size="sm" c="dimmed" lineClamp={2} component="div">
            {section !== null && section !== undefined && section !== '' && (
              <Text span fw={550} size="sm">
                {section} ·{' '}
              </Text>
            )}
            <Highlight component="span" size="sm" highlight={words}>
              {snippet}
            </Highlight>
          </Text>
        )}
      </Stack>
    </div>
  );
}
