import { Group, Paper, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { StatusLight, type Light } from '../../components/status-light.tsx';
import { When } from '../../components/when.tsx';
import { baselineOf, callState, type Caller, type CallState } from './first-call.ts';

/** Says when the assistant that is being connected gets through. `children` stands below while nobody has. */
export function CallLight({
  apps,
  tokens,
  children,
}: {
  apps: readonly Caller[];
  tokens: readonly Caller[];
  children?: ReactNode;
}) {
  const [baseline] = useState(() => baselineOf([...apps, ...tokens]));
  const state = callState(apps, tokens, baseline);
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Group component="output" gap="md" wrap="nowrap">
          <StatusLight light={LIGHT[state.kind]} />
          <Stack gap={0}>
            <Text fw={600}>{titleOf(state)}</Text>
            <Text size="sm" c="dimmed">
              <Detail state={state} />
            </Text>
          </Stack>
        </Group>
        {state.kind !== 'called' && children}
      </Stack>
    </Paper>
  );
}

const LIGHT: Readonly<Record<CallState['kind'], Light>> = {
  none: 'waiting',
  waiting: 'waiting',
  connected: 'warning',
  called: 'good',
};

function titleOf(state: CallState): string {
  switch (state.kind) {
    case 'none':
      return 'No assistant has connected yet';
    case 'waiting':
      return 'Waiting for a call';
    case 'connected':
      return `${state.by.name} is connected`;
    case 'called':
      return `${state.by.name} is through`;
    default:
      return state satisfies never;
  }
}

function Detail({ state }: { state: CallState }) {
  switch (state.kind) {
    case 'none':
      return 'Follow the steps below. This light turns green at the first call.';
    case 'waiting':
      return (
        <>
          {state.last.name} called last, <When at={state.last.last_used_at} />. A new call turns this light
          green.
        </>
      );
    case 'connected':
      return 'Waiting for its first call: ask it something about your workspace.';
    case 'called':
      return 'It has just called the workspace. You can close this page.';
    default:
      return state satisfies never;
  }
}
