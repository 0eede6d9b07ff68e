import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useAction, useOperation } from '../../client/operations.ts';
import { announceDone, announceFailure } from '../../feedback/announce.ts';
import { Loaded } from '../../feedback/loaded.tsx';
import { MarkdownView } from '../../reading/markdown-view.tsx';
import { Difference, type Version } from './difference.tsx';
import { OtherVersion } from './other-version.tsx';
import type { VersionSummary } from './version-groups.ts';

type Shown = 'before' | 'page' | 'other';

/** One version: what it changed, how it read, how it differs from any other, and the way back to it. */
export function VersionView({
  documentId,
  versions,
  number,
  current,
  canRestore,
}: {
  documentId: string;
  /** Those that it can be compared with. */
  versions: readonly VersionSummary[];
  number: number;
  current: number;
  canRestore: boolean;
}) {
  const [view, setView] = useState<Shown>('before');
  const [picked, setPicked] = useState<number>();
  const version = useOperation('versions.read', { id: documentId, version: number });
  const isOnly = current === 1;
  const shown = isOnly && view === 'other' ? 'before' : view;
  const other = otherOf(number, current, picked);
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <SegmentedControl
          size="xs"
          aria-label="Show"
          value={shown}
          onChange={setView}
          data={[
            { value: 'before', label: 'What it changed' },
            { value: 'page', label: 'As it read' },
            ...(isOnly ? [] : [{ value: 'other' as const, label: 'Compared with' }]),
          ]}
        />
        {canRestore && number !== current && <Restore documentId={documentId} number={number} />}
      </Group>
      {shown === 'other' && (
        <OtherVersion
          versions={versions}
          current={current}
          number={number}
          other={other}
          onChoose={setPicked}
        />
      )}
      <Loaded query={version}>
        {(found) => {
          if (found.version !== number) return null;
          if (shown === 'page') return <MarkdownView content={found.content} title={found.title} />;
          if (shown === 'other')
            return <Against documentId={documentId} version={found} other={other} isNamed />;
          if (number === 1) return <Difference before={null} after={found} />;
          return <Against documentId={documentId} version={found} other={number - 1} />;
        }}
      </Loaded>
    </Stack>
  );
}

/** What a version is compared with: what the person picked, else the page now; with itself never. */
function otherOf(number: number, current: number, picked: number | undefined): number {
  if (picked !== undefined && picked !== number) return picked;
  return number === current ? number - 1 : current;
}

/** @param isNamed whether it says from which version to which, where that is no matter of course */
function Against({
  documentId,
  version,
  other,
  isNamed = false,
}: {
  documentId: string;
  version: Version;
  other: number;
  isNamed?: boolean;
}) {
  const query = useOperation('versions.read', { id: documentId, version: other });
  return (
    <Loaded query={query}>
      {(found) => {
        if (found.version !== other) return null;
        const [before, after] = other < version.version ? [found, version] : [version, found];
        return (
          <Stack gap="md">
            {isNamed && (
              <Text size="sm" c="dimmed">
                What changed from version {before.version} to version {after.version}
              </Text>
            )}
            <Difference before={before} after={after} />
          </Stack>
        );
      }}
    </Loaded>
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
