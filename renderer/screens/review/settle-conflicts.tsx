import { Card, Grid, Group, SegmentedControl, Stack, Text, Textarea, Title } from '@mantine/core';
import { useMemo, useState } from 'react';
import { mergeParts } from '../../../server/domain/merge.ts';
import type { ChangeRequest } from './change-request.ts';
import { settledText, startOf, type Choice, type Conflict, type Settled } from './settled-text.ts';
import classes from './settle-conflicts.module.css';

/** Lets the approver choose, for each passage that both sides changed, what stays; the text once all are settled. */
export function SettleConflicts({
  request,
  onSettled,
}: {
  request: ChangeRequest;
  onSettled: (text: string | null) => void;
}) {
  const { base_content: base, current_content: current, content: proposed } = request;
  const parts = useMemo(() => mergeParts(base, current ?? base, proposed ?? base), [base, current, proposed]);
  const conflicts = parts.filter((part): part is Conflict => part.kind === 'conflict');
  const [settled, setSettled] = useState<readonly (Settled | undefined)[]>([]);

  function settle(index: number, value: Settled): void {
    const next = conflicts.map((_, at) => (at === index ? value : settled[at]));
    setSettled(next);
    onSettled(settledText(parts, next));
  }

  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        Choose what stays
      </Title>
      {conflicts.map((conflict, index) => (
        <ConflictCard
          // oxlint-disable-next-line react/no-array-index-key -- passages have no other identity and never move
          key={index}
          name={`Passage ${index + 1} of ${conflicts.length}`}
          conflict={conflict}
          settled={settled[index]}
          onSettle={(value) => settle(index, value)}
        />
      ))}
    </Stack>
  );
}

const CHOICES: { value: Choice; label: string }[] = [
  { value: 'live', label: 'Keep the page’s' },
  { value: 'proposed', label: 'Take the proposed' },
  { value: 'both', label: 'Both' },
];

function isChoice(value: string): value is Choice {
  return CHOICES.some((choice) => choice.value === value);
}

function ConflictCard({
  name,
  conflict,
  settled,
  onSettle,
}: {
  name: string;
  conflict: Conflict;
  settled: Settled | undefined;
  onSettle: (value: Settled) => void;
}) {
  return (
    <Card withBorder padding="md">
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Text fw={600}>{name}</Text>
          <SegmentedControl
            size="xs"
            aria-label={name}
            value={settled?.choice ?? ''}
            onChange={(choice) => isChoice(choice) && onSettle({ choice, text: startOf(conflict, choice) })}
            data={CHOICES}
          />
        </Group>
        <Grid gap="sm">
          <Side title="Before" lines={conflict.base} />
          <Side title="On the page now" lines={conflict.live} />
          <Side title="Proposed" lines={conflict.proposed} />
        </Grid>
        {settled && (
          <Textarea
            label="What will stand there"
            autosize
            minRows={2}
            maxRows={16}
            value={settled.text}
            onChange={({ currentTarget }) => onSettle({ ...settled, text: currentTarget.value })}
          />
        )}
      </Stack>
    </Card>
  );
}

function Side({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <Grid.Col span={{ base: 12, sm: 4 }}>
      <Text size="xs" fw={600} c="dimmed">
        {title}
      </Text>
      <pre className={classes['side'] ?? ''}>{lines.length === 0 ? '(nothing)' : lines.join('\n')}</pre>
    </Grid.Col>
  );
}
