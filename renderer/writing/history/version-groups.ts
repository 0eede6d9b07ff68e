import type { OutputOf } from '../../../server/faces/app/contract.ts';

export type VersionSummary = OutputOf<'versions.list'>['items'][number];

/** A version that stands for itself and for those just before it that were saved in the same go. */
export interface VersionGroup {
  newest: VersionSummary;
  /** Older ones of the same go, newest first. */
  others: VersionSummary[];
}

/** Saves without a pause longer than this are one go. */
const PAUSE_MS = 15 * 60_000;

/**
 * Versions, newest first, as people remember them: what one person saved as they wrote is one entry. What has a note,
 * changed the status or came through an app stands for itself.
 */
export function versionGroups(versions: readonly VersionSummary[]): VersionGroup[] {
  const groups: VersionGroup[] = [];
  for (const version of versions) {
    const group = groups.at(-1);
    const later = group?.others.at(-1) ?? group?.newest;
    if (group && later && isSameGo(version, later)) group.others.push(version);
    else groups.push({ newest: version, others: [] });
  }
  return groups;
}

function isSameGo(version: VersionSummary, later: VersionSummary): boolean {
  return (
    [version, later].every(({ note, by }) => note === '' && by.client === null && by.via === 'app') &&
    version.version > 1 &&
    version.by.id === later.by.id &&
    version.status === later.status &&
    Date.parse(later.at) - Date.parse(version.at) <= PAUSE_MS
  );
}
