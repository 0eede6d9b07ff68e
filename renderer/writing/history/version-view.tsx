import { Button, Group, SegmentedControl, Stack, Table, Text } from '@mantine/core';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { OutputOf } from '../../../server/faces/app/contract.ts';
import { useAction, useOperation } from '../../client/operations.ts';
import { announceDone, announceFailure } from '../../feedback/announce.ts';
import { Loaded } from '../../feedback/loaded.tsx';
import { MarkdownView } from '../../reading/markdown-view.tsx';
import { FieldChange } from '../merging/field-change.tsx';
import { LazyCompare } from '../merging/lazy-compare.tsx';

type Version = OutputOf<'versions.read'>;
type Against = 'before' | 'now';
type Shown = Against | 'page';

/** One version: what it changed, how it differs from the page now, how it read, and the way back to it. */
export function VersionView({
  documentId,
  number,
  current,
  canRestore,
}: {
  documentId: string;
  number: number;
  current: number;
  canRestore: boolean;
}) {
  const [shown, setShown] = useState<Shown>('before');
  const version = useOperation('versions.read', { id: documentId, version: number });
  const isNow = number === current;
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <SegmentedControl
          size="xs"
          aria-label="Show"
          value={isNow && shown === 'now' ? 'before' : shown}
          onChange={(value) => setShown(value === 'page' || value === 'now' ? value : 'before')}
          data={[
            { value: 'before', label: 'What it changed' },
            ...(isNow ? [] : [{ value: 'now', label: 'Compared with now' }]),
            { value: 'page', label: 'As it read' },
          ]}
        />
        {canRestore && !isNow && <Restore documentId={documentId} number={number} />}
      </Group>
      <Loaded query={version}>
        {(found) => {
          if (found.version !== number) return null;
          if (shown === 'page') return <MarkdownView content={found.content} title={found.title} />;
          const isAgainstNow = shown === 'now' && !isNow;
          const other = isAgainstNow ? current : number - 1;
          if (other === 0) return <Difference before={null} after={found} />;
          return <Against documentId={documentId} version={found} other={other} />;
        }}
      </Loaded>
    </Stack>
  );
}

function Against({ documentId, version, other }: { documentId: string; version: Version; other: number }) {
  const query = useOperation('versions.read', { id: documentId, version: other });
  const isOlder = other < version.version;
  return (
    <Loaded query={query}>
      {(found) => {
        if (found.version !== other) return null;
        return <Difference before={isOlder ? found : version} after={isOlder ? version : found} />;
      }}
    </Loaded>
  );
}

const FIELDS = ['title', 'summary', 'type', 'tags'] as const;

function Difference({ before, after }: { before: Version | null; after: Version }) {
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

/** Makes an earlier state the newest version: nothing is lost by it, so nothing is asked. */
function Restore({ documentId, number }: { documentId: string; number: number }) {
  const restore = useAction('versions.restore');
  return (
    <Button
      size="xs"
      leftSection={<RotateCcw size={15} aria-hidden />}
      loading={restore.isPending}
      onClick={() =>
        restore.mutate(
          { id: documentId, version: number },
          {
            onSuccess: (outcome) =>
              announceDone(outcome.pending ? outcome.message : `Version ${number} is the page again`),
            onError: announceFailure,
          },
        )
      }
    >
      Restore this version
    </Button>
  );
}
