import { describe, expect, it } from 'vitest';
import { versionGroups, type VersionSummary } from './version-groups.ts';

function version(number: number, minute: number, more: Partial<VersionSummary> = {}): VersionSummary {
  return {
    version: number,
    title: 'Bread',
    status: 'draft',
    note: '',
    by: { id: 'usr_a', username: 'ada', name: 'Ada', via: 'app', client: null, sitting: null },
    at: new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString(),
    ...more,
  };
}

const numbers = (versions: VersionSummary[]) =>
  versionGroups(versions).map(({ newest, others }) => [newest, ...others].map((found) => found.version));

describe('the versions of a page', () => {
  it('that one person saved in one go are one entry; the first version stands for itself', () => {
    expect(numbers([version(4, 12), version(3, 6), version(2, 1), version(1, 0)])).toEqual([[4, 3, 2], [1]]);
  });

  it('with a pause in between are two', () => {
    expect(numbers([version(3, 40), version(2, 20)])).toEqual([[3], [2]]);
  });

  it('with a note, another person, another status or an app stand for themselves', () => {
    const through = { ...version(0, 0).by, via: 'mcp' as const, client: 'Claude' };
    const bob = { ...version(0, 0).by, id: 'usr_b', name: 'Bob' };
    expect(
      numbers([
        version(7, 7, { status: 'published' }),
        version(6, 6, { note: 'Why' }),
        version(5, 5, { by: bob }),
        version(4, 4, { by: through }),
        version(3, 3),
        version(2, 2),
      ]),
    ).toEqual([[7], [6], [5], [4], [3, 2]]);
  });
});
