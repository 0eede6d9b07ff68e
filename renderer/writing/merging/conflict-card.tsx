import { Box, Button, Card, Collapse, Group, Radio, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Choice, Conflict } from '../../screens/review/settled-text.ts';
import classes from './conflict-card.module.css';

/** A passage that both changed: what they wrote, what I wrote, and what becomes of it. */
export function ConflictCard({
  conflict,
  number,
  them,
  choice,
  onChoose,
}: {
  conflict: Conflict;
  /** From 1. */
  number: number;
  /** Who wrote the other side. */
  them: string;
  choice: Choice | undefined;
  onChoose: (choice: Choice) => void;
}) {
  const [isOpen, { toggle }] = useDisclosure();
  return (
    <Card withBorder padding="md" component="section" aria-label={`Passage ${number}`}>
      <Stack gap="sm">
        <div className={classes['sides']}>
          <Passage
            title={`${them} wrote`}
            lines={conflict.live}
            isPicked={choice === 'live' || choice === 'both'}
          />
          <Passage
            title="You wrote"
            lines={conflict.proposed}
            isPicked={choice === 'proposed' || choice === 'both'}
          />
        </div>
        <Group justify="space-between" gap="sm">
          <Radio.Group
            aria-label={`What becomes of passage ${number}`}
            value={choice ?? null}
            onChange={(value) => isChoice(value) && onChoose(value)}
          >
            <Group gap="md">
              <Radio value="live" label="Keep theirs" />
              <Radio value="proposed" label="Keep mine" />
              <Radio value="both" label="Keep both" />
            </Group>
          </Radio.Group>
          <Button variant="subtle" size="compact-sm" onClick={toggle} aria-expanded={isOpen}>
            {isOpen ? 'Hide what it said before' : 'What it said before'}
          </Button>
        </Group>
        <Collapse expanded={isOpen}>
          <Passage title="Before" lines={conflict.base} isPicked={false} />
        </Collapse>
      </Stack>
    </Card>
  );
}

function isChoice(value: string): value is Choice {
  return value === 'live' || value === 'proposed' || value === 'both';
}

function Passage({ title, lines, isPicked }: { title: string; lines: readonly string[]; isPicked: boolean }) {
  return (
    <Box className={classes['passage']} data-picked={isPicked || undefined}>
      <Text size="xs" fw={600} c="dimmed">
        {title}
      </Text>
      {lines.join('').trim() === '' ? (
        <Text size="sm" c="dimmed" fs="italic">
          Nothing
        </Text>
      ) : (
        <pre className={classes['words']}>{lines.join('\n')}</pre>
      )}
    </Box>
  );
}
