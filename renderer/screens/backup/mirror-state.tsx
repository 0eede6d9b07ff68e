import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { CircleCheck, RefreshCw, TriangleAlert } from 'lucide-react';
import { useAction } from '../../client/operations.ts';
import { When } from '../../components/when.tsx';
import { announceDone, announceFailure } from '../../feedback/announce.ts';
import { MirrorForm } from './mirror-form.tsx';
import { MirrorLists } from './mirror-lists.tsx';
import { mirrorPercent, type MirrorStatus } from './mirror-words.ts';
import { State } from './state-card.tsx';

/** How the mirror stands, and what can be done about it. */
export function MirrorState({ status }: { status: MirrorStatus }) {
  const [isMoving, move] = useDisclosure();
  return (
    <Stack gap="md">
      <Headline status={status} />
      {status.state === 'working' && <Working status={status} />}
      <MirrorLists status={status} />
      {isMoving ? (
        <MirrorForm submit="Use this folder" onDone={move.close} onCancel={move.close} />
      ) : (
        <Actions status={status} onMove={move.open} />
      )}
    </Stack>
  );
}

function Headline({ status: { state, folder, files, written_at: at, problem } }: { status: MirrorStatus }) {
  const place = <span style={{ overflowWrap: 'anywhere' }}>{folder}</span>;
  if (problem !== null) {
    return (
      <State icon={TriangleAlert} color="var(--mantine-color-yellow-text)" title={problem.message}>
        {problem.hint}
        {at !== null && (
          <>
            {' '}
            It was up to date <When at={at} />.
          </>
        )}
      </State>
    );
  }
  if (state === 'working' || at === null) {
    return (
      <State icon={RefreshCw} color="var(--mantine-color-dimmed)" title="Writing the mirror…">
        In {place}
      </State>
    );
  }
  return (
    <State icon={CircleCheck} color="var(--mantine-color-ledger-text)" title="The mirror is up to date">
      {files === 1 ? 'One file' : `${files.toLocaleString('en')} files`} in {place}, last written{' '}
      <When at={at} />
    </State>
  );
}

function Working({ status }: { status: MirrorStatus }) {
  const { done, total } = status;
  return (
    <Stack gap={6} aria-live="polite">
      <Text size="sm" c="dimmed">
        {total === 0
          ? 'Looking at the files…'
          : `${done.toLocaleString('en')} of ${total.toLocaleString('en')}`}
      </Text>
      <Progress value={mirrorPercent(status)} aria-label="Writing the mirror" />
    </Stack>
  );
}

function Actions({ status: { state, folder }, onMove }: { status: MirrorStatus; onMove: () => void }) {
  const write = useAction('markdown_mirror.write');
  const update = useAction('settings.update');

  function turnOff(): void {
    update.mutate(
      { markdown_mirror: '' },
      {
        onSuccess: () => announceDone(`The mirror is off. Its files stay in ${folder}.`),
        onError: announceFailure,
      },
    );
  }

  return (
    <Group gap="xs">
      <Button
        variant="default"
        loading={write.isPending}
        disabled={state === 'working'}
        onClick={() => write.mutate({}, { onError: announceFailure })}
      >
        Write again now
      </Button>
      <Button variant="default" onClick={onMove}>
        Choose another folder…
      </Button>
      <Button variant="subtle" color="gray" loading={update.isPending} onClick={turnOff}>
        Turn off
      </Button>
    </Group>
  );
}
