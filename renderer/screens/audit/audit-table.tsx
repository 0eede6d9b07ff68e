import { ActionIcon, Anchor, Badge, Group, Table, Text } from '@mantine/core';
import { ListFilter } from 'lucide-react';
import { Link } from 'wouter';
import { When } from '../../components/when.tsx';
import { documentAddress, REVIEW_ADDRESS } from '../../routing/addresses.ts';
import { actionWords, thingWords, viaWords } from './action-words.ts';
import type { AuditEntry } from './audit-filter.ts';

/** Entries of the log, newest first. */
export function AuditTable({
  entries,
  onSitting,
}: {
  entries: readonly AuditEntry[];
  onSitting: (sitting: string) => void;
}) {
  return (
    <Table.ScrollContainer minWidth={860} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table verticalSpacing="xs" highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>When</Table.Th>
            <Table.Th>Who</Table.Th>
            <Table.Th>Through</Table.Th>
            <Table.Th>What</Table.Th>
            <Table.Th>Where</Table.Th>
            <Table.Th>Sitting</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {entries.map((entry) => (
            <Row key={entry.seq} entry={entry} onSitting={onSitting} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Row({ entry, onSitting }: { entry: AuditEntry; onSitting: (sitting: string) => void }) {
  const { at, username, via, client, action, result } = entry;
  const sitting = entry.sitting ?? (entry.target?.type === 'sitting' ? entry.target.id : undefined);
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          <When at={at} />
        </Text>
      </Table.Td>
      <Table.Td>{username ?? 'Commonplace'}</Table.Td>
      <Table.Td>{client === null ? viaWords(via) : `${client} · ${viaWords(via)}`}</Table.Td>
      <Table.Td>
        <Group gap={6}>
          {actionWords(action)}
          <Result result={result} />
        </Group>
      </Table.Td>
      <Table.Td>
        <Where entry={entry} />
      </Table.Td>
      <Table.Td>
        {sitting !== undefined && (
          <Group gap="xs" wrap="nowrap">
            <Anchor component={Link} href={`~/activity/${sitting}`} size="sm" flex="none">
              Open or undo
            </Anchor>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="md"
              aria-label="Show only this sitting"
              title="Show only this sitting"
              onClick={() => onSitting(sitting)}
            >
              <ListFilter size={16} aria-hidden />
            </ActionIcon>
          </Group>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

function Result({ result }: { result: string }) {
  if (result === 'ok') return null;
  const isQueued = result === 'queued';
  return (
    <Badge variant="dot" color={isQueued ? 'yellow' : 'red'} size="sm" title={result}>
      {isQueued ? 'Sent for review' : 'Refused'}
    </Badge>
  );
}

/** Links to what can be opened; else what it was. */
function Where({ entry: { target, subject } }: { entry: AuditEntry }) {
  if (target === null) return null;
  const route =
    target.type === 'change_request'
      ? `${REVIEW_ADDRESS}/${target.id}`
      : target.type === 'document'
        ? documentAddress(target.id)
        : null;
  if (subject !== null && route !== null)
    return (
      <Anchor component={Link} href={`~${route}`} size="sm" maw={260} truncate="end" display="block">
        {subject}
      </Anchor>
    );
  return (
    <Text size="sm" c="dimmed">
      {subject ?? thingWords(target.type)}
    </Text>
  );
}
