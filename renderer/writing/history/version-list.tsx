import { Badge, Button, Group, NavLink, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { When } from '../../components/when.tsx';
import { versionGroups, type VersionGroup, type VersionSummary } from './version-groups.ts';

/** The versions of a page, newest first, one of them chosen. */
export function VersionList({
  versions,
  current,
  chosen,
  onChoose,
}: {
  versions: readonly VersionSummary[];
  /** Number of the version that readers see now. */
  current: number;
  chosen: number;
  onChoose: (version: number) => void;
}) {
  return (
    <Stack gap={2} component="nav" aria-label="Versions">
      {versionGroups(versions).map((group) => (
        <GroupEntry
          key={group.newest.version}
          group={group}
          current={current}
          chosen={chosen}
          onChoose={onChoose}
        />
      ))}
    </Stack>
  );
}

function GroupEntry({
  group: { newest, others },
  current,
  chosen,
  onChoose,
}: {
  group: VersionGroup;
  current: number;
  chosen: number;
  onChoose: (version: number) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen || others.some(({ version }) => version === chosen) ? [newest, ...others] : [newest];
  return (
    <>
      {shown.map((version) => (
        <Entry
          key={version.version}
          version={version}
          isCurrent={version.version === current}
          isChosen={version.version === chosen}
          onChoose={() => onChoose(version.version)}
        />
      ))}
      {others.length > 0 && shown.length === 1 && (
        <Button
          variant="subtle"
          size="compact-xs"
          mx="sm"
          onClick={() => setOpen(true)}
          style={{ alignSelf: 'start' }}
        >
          {others.length === 1 ? 'One earlier save' : `${others.length} earlier saves`}
        </Button>
      )}
    </>
  );
}

function Entry({
  version,
  isCurrent,
  isChosen,
  onChoose,
}: {
  version: VersionSummary;
  isCurrent: boolean;
  isChosen: boolean;
  onChoose: () => void;
}) {
  const { version: number, at, by, note, status } = version;
  return (
    <NavLink
      component="button"
      active={isChosen}
      aria-current={isChosen ? 'true' : undefined}
      onClick={onChoose}
      styles={{
        root: { borderRadius: 'var(--mantine-radius-md)' },
        description: { color: 'var(--mantine-color-text)' },
      }}
      label={
        <Group gap="xs">
          <Text size="sm" fw={550}>
            <When at={at} />
          </Text>
          {isCurrent && (
            <Badge size="xs" variant="default">
              Now
            </Badge>
          )}
          {status === 'draft' && (
            <Badge size="xs" variant="default">
              Draft
            </Badge>
          )}
        </Group>
      }
      description={
        <>
          Version {number} · {by.name}
          {by.client !== null && ` through ${by.client}`}
          {note !== '' && ` · ${note}`}
        </>
      }
    />
  );
}
