import { Table, Text } from '@mantine/core';
import type { FieldName, PageFields } from '../editing/page-fields.ts';
import { fieldTitle, valueWords } from './field-conflict.tsx';

/** A field that changed: from what, to what. */
export function FieldChange({
  name,
  before,
  after,
}: {
  name: FieldName;
  before: PageFields[FieldName];
  after: PageFields[FieldName];
}) {
  return (
    <Table.Tr>
      <Table.Th w={120}>{fieldTitle(name)}</Table.Th>
      <Table.Td>
        <Text component="del" size="sm" c="dimmed">
          {valueWords(name, before)}
        </Text>{' '}
        <Text component="ins" size="sm" td="none">
          {valueWords(name, after)}
        </Text>
      </Table.Td>
    </Table.Tr>
  );
}
