import { Stack, Table, Text } from '@mantine/core';
import type { OutputOf } from '../../../server/faces/app/contract.ts';
import { FieldChange } from '../merging/field-change.tsx';
import { LazyCompare } from '../merging/lazy-compare.tsx';

export type Version = OutputOf<'versions.read'>;

const FIELDS = ['title', 'summary', 'type', 'tags'] as const;

/** What changed from one version to a later one, its fields and its text; from nothing to the first one. */
export function Difference({ before, after }: { before: Version | null; after: Version }) {
  const fields = before ? FIELDS.filter((name) => String(before[name]) !== String(after[name])) : [];
  const isPublishing = before !== null && before.status !== after.status;
  const isSameText = before?.content === after.content;
  return (
    <Stack gap="md">
      {before && (fields.length > 0 || isPublishing) && (
        <Table withRowBorders={false}>
          <Table.Tbody>
            {fields.map((name) => (
              <FieldChange key={name} name={name} before={before[name]} after={after[name]} />
            ))}
            {isPublishing && (
              <Table.Tr>
                <Table.Th w={120}>Status</Table.Th>
                <Table.Td>{after.status === 'published' ? 'Published' : 'Back to a draft'}</Table.Td>
              </Table.Tr>
            )}
          </Table.Tbody>
        </Table>
      )}
      {isSameText ? (
        <Text c="dimmed">The text is the same.</Text>
      ) : (
        <LazyCompare
          before={before?.content ?? ''}
          after={after.content}
          names={{
            before: before ? `Version ${before.version}` : 'Nothing',
            after: `Version ${after.version}`,
          }}
        />
      )}
    </Stack>
  );
}
