import { Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useOperation } from '../../client/operations.ts';
import type { ChangeRequest } from './change-request.ts';

const NAMES = {
  title: 'Title',
  summary: 'Summary',
  tags: 'Tags',
  type: 'Type',
  status: 'Status',
  space: 'Space',
  parent: 'Under the page',
} as const;

type FieldName = keyof typeof NAMES;

/** The fields that a request sets, beside what they are now. */
export function FieldChanges({ request }: { request: ChangeRequest }) {
  const { proposed, current, state, field_conflicts: conflicts } = request;
  const changed = Object.keys(NAMES).filter(
    (name): name is FieldName => isField(name) && proposed[name] !== undefined,
  );
  if (changed.length === 0) return null;
  const isPending = state === 'pending';
  return (
    <Table withTableBorder verticalSpacing="xs" layout="fixed">
      <Table.Thead>
        <Table.Tr>
          <Table.Th w="26%">Field</Table.Th>
          {isPending && <Table.Th>Now</Table.Th>}
          <Table.Th>{isPending ? 'After approval' : 'Proposed'}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {changed.map((name) => (
          <Table.Tr key={name}>
            <Table.Th scope="row">
              {NAMES[name]}
              {conflicts.includes(name === 'parent' || name === 'space' ? `${name}_id` : name) && (
                <Text size="xs" c="dimmed">
                  changed since
                </Text>
              )}
            </Table.Th>
            {isPending && <Table.Td>{shown(name, current)}</Table.Td>}
            <Table.Td>{shown(name, proposed)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function isField(name: string): name is FieldName {
  return Object.hasOwn(NAMES, name);
}

function shown(name: FieldName, fields: ChangeRequest['proposed']): ReactNode {
  const value = fields[name];
  if (name === 'parent' && typeof value === 'string') return <PageTitle id={value} />;
  if (Array.isArray(value)) return value.length === 0 ? <None /> : value.join(', ');
  return value === null || value === undefined || value === '' ? <None /> : value;
}

function None() {
  return (
    <Text span c="dimmed" size="sm">
      none
    </Text>
  );
}

function PageTitle({ id }: { id: string }) {
  return useOperation('documents.read', { id }).data?.document.title ?? id;
}
