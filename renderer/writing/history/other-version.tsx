import { NativeSelect } from '@mantine/core';
import type { VersionSummary } from './version-groups.ts';

/** Chooses the version that another one is compared with. */
export function OtherVersion({
  versions,
  current,
  number,
  other,
  onChoose,
}: {
  versions: readonly VersionSummary[];
  /** Number of the version that readers see now. */
  current: number;
  /** The version that is compared: with each but itself. */
  number: number;
  other: number;
  onChoose: (version: number) => void;
}) {
  return (
    <NativeSelect
      size="xs"
      maw={480}
      aria-label="Version to compare with"
      value={String(other)}
      onChange={({ currentTarget }) => onChoose(Number(currentTarget.value))}
      data={versions
        .filter(({ version }) => version !== number)
        .map((found) => ({ value: String(found.version), label: wordsOf(found, current) }))}
    />
  );
}

function wordsOf({ version, at, by, note }: VersionSummary, current: number): string {
  const moment = new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
  const name = version === current ? `Version ${version}, now` : `Version ${version}`;
  return [name, moment, by.name, note].filter((part) => part !== '').join(' · ');
}
