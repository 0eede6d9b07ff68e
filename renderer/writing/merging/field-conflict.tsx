import { Card, Radio, Stack } from '@mantine/core';
import { TYPE_WORDS } from '../editing/details-fields.tsx';
import type { FieldName, PageFields } from '../editing/page-fields.ts';
import type { Side } from './merge-fields.ts';

type Value = PageFields[FieldName];

const NAMES: Record<FieldName, string> = {
  title: 'Title',
  content: 'Text',
  summary: 'Summary',
  tags: 'Tags',
  type: 'Type',
  space: 'Space',
  parent: 'Page above',
};

/** The field as people call it. */
export function fieldTitle(name: FieldName): string {
  return NAMES[name];
}

/** A field's value in words. */
export function valueWords(name: FieldName, value: Value): string {
  if (value === null || value.length === 0) return name === 'parent' ? 'Top level of the space' : 'Nothing';
  if (typeof value !== 'string') return value.join(', ');
  if (name === 'parent') return 'Below another page';
  const words = Object.entries(TYPE_WORDS).find(([type]) => name === 'type' && type === value);
  return words?.[1] ?? value;
}

/** A field that both changed: theirs or mine. */
export function FieldConflict({
  name,
  theirs,
  mine,
  them,
  side,
  onChoose,
}: {
  name: FieldName;
  theirs: Value;
  mine: Value;
  them: string;
  side: Side | undefined;
  onChoose: (side: Side) => void;
}) {
  return (
    <Card withBorder padding="md">
      <Radio.Group
        label={NAMES[name]}
        value={side ?? null}
        onChange={(value) => onChoose(value === 'live' ? 'live' : 'proposed')}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="live" label={valueWords(name, theirs)} description={`As ${them} has it`} />
          <Radio value="proposed" label={valueWords(name, mine)} description="As you have it" />
        </Stack>
      </Radio.Group>
    </Card>
  );
}
