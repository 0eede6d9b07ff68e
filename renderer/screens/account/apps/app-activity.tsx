import { Anchor, Button, Group, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import type { OutputOf } from '../../../../server/faces/app/contract.ts';
import { useOperation } from '../../../client/operations.ts';
import { When } from '../../../components/when.tsx';
import { Loaded } from '../../../feedback/loaded.tsx';
import { actionWords, resultWords } from './action-words.ts';

const STEP = 20;
const MOST = 100;

type Call = OutputOf<'connected_apps.activity'>['items'][number];

/** What an app did last, newest first. */
export function AppActivity({ id }: { id: string }) {
  const [limit, setLimit] = useState(STEP);
  const activity = useOperation('connected_apps.activity', { id, limit });
  return (
    <Loaded query={activity}>
      {({ items, calls_last_day }) =>
        items.length === 0 ? (
          <Text size="sm" c="dimmed">
            It has not called yet.
          </Text>
        ) : (
          <Stack gap="xs">
            <Text size="sm" c="dimmed">
              {calls_last_day === 1 ? 'One call' : `${calls_last_day.toLocaleString()} calls`} in the last 24
              hours
            </Text>
            <Table verticalSpacing={6}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>What</Table.Th>
                  <Table.Th ta="right">When</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {items.map((call) => (
                  <CallRow key={call.seq} call={call} />
                ))}
              </Table.Tbody>
            </Table>
            {items.length === limit && limit < MOST && (
              <Group>
                <Button size="xs" variant="default" onClick={() => setLimit(MOST)}>
                  Show more
                </Button>
              </Group>
            )}
          </Stack>
        )
      }
    </Loaded>
  );
}

function CallRow({ call: { action, target, result, at } }: { call: Call }) {
  const refusal = resultWords({ action, result });
  const title = target?.title ?? null;
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {actionWords(action)}
          {target !== null && title !== null && (
            <>
              {': '}
              <Anchor component={Link} href={`~/documents/${target.id}`} inherit>
                {title}
              </Anchor>
            </>
          )}
          {refusal !== null && (
            <Text span inherit c="dimmed">
              {` · ${refusal}`}
            </Text>
          )}
        </Text>
      </Table.Td>
      <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
        <Text size="sm" c="dimmed">
          <When at={at} />
        </Text>
      </Table.Td>
    </Table.Tr>
  );
}
