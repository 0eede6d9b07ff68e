import { Badge, Button, Card, Group, Stack, Text } from '@mantine/core';
import { GraduationCap } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { OutputOf } from '../../../server/faces/app/contract.ts';
import { useOperation } from '../../client/operations.ts';
import { Pager } from '../../components/pager.tsx';
import { When } from '../../components/when.tsx';
import { EmptyState } from '../../feedback/empty-state.tsx';
import { Loaded } from '../../feedback/loaded.tsx';
import { progressWords } from './progress-words.ts';
import { takeAddress } from './training-addresses.ts';

type Assignment = OutputOf<'training.list_assignments'>['items'][number];
const SIZE = 50;

/** What was assigned to the reader, with their results. */
export function OwnTrainings() {
  const [page, setPage] = useState(1);
  const own = useOperation('training.list_assignments', { limit: SIZE, offset: (page - 1) * SIZE });
  return (
    <Loaded query={own}>
      {({ items, total }) =>
        items.length === 0 ? (
          <EmptyState icon={GraduationCap} title="Nothing to take">
            When somebody assigns you a training, it is here and in your notifications.
          </EmptyState>
        ) : (
          <Stack gap="sm">
            {items.map((assignment) => (
              <Row key={assignment.deck_id} assignment={assignment} />
            ))}
            <Pager total={total} size={SIZE} page={page} onPage={setPage} />
          </Stack>
        )
      }
    </Loaded>
  );
}

function Row({ assignment }: { assignment: Assignment }) {
  const { deck_id: id, title, state, available, question_count: questions, slide_count: slides } = assignment;
  const { word, color } = progressWords(assignment);
  return (
    <Card withBorder padding="md">
      <Group justify="space-between" gap="sm">
        <Stack gap={2} flex="1 1 280px" miw={0}>
          <Group gap="xs">
            <Text fw={600}>{title}</Text>
            <Badge variant="dot" color={color}>
              {word}
            </Badge>
          </Group>
          <Text size="sm" c="dimmed">
            {slides} {slides === 1 ? 'slide' : 'slides'} · {questions}{' '}
            {questions === 1 ? 'question' : 'questions'} · assigned by {assignment.assigned_by.name},{' '}
            <When at={assignment.assigned_at} />
          </Text>
          <Result assignment={assignment} />
        </Stack>
        {available ? (
          <Button component={Link} href={takeAddress(id)} variant={state === 'passed' ? 'default' : 'filled'}>
            {{ assigned: 'Start', failed: 'Try again', passed: 'Take again' }[state]}
          </Button>
        ) : (
          <Text size="sm" c="dimmed">
            The page is not available just now.
          </Text>
        )}
      </Group>
    </Card>
  );
}

function Result({ assignment }: { assignment: Assignment }) {
  const {
    score_percent: score,
    attempt_count: attempts,
    pass_percent: pass,
    due_at: dueAt,
    state,
  } = assignment;
  return (
    <Text size="sm">
      {attempts === 0
        ? 'Not taken yet'
        : `${attempts === 1 ? 'Taken once' : `Taken ${attempts} times`}${score === null ? '' : `, best result ${score} %`}`}
      {score !== null && state !== 'passed' && ` (${pass} % are needed)`}
      {dueAt !== null && state !== 'passed' && (
        <>
          {' '}
          · due <When at={dueAt} />
        </>
      )}
    </Text>
  );
}
