import { describe, expect, it } from 'vitest';
import { documentHead } from '../../test/builders/document-head.ts';
import { finish } from '../sliced-work.ts';
import type { WrittenFile } from './manifest.ts';
import { basisOf, planMirror, sourceOfPage, type WantedFile } from './plan-mirror.ts';

const page = (path: string, more: Partial<WantedFile> = {}): WantedFile => ({
  path,
  kind: 'page',
  id: 'doc_pump',
  source: 'first',
  ...more,
});

/** As it stands in the list once it was written, linking to `doc_valve`. */
const written = (file: WantedFile, valve: string | undefined): WrittenFile => ({
  id: file.id,
  from: basisOf(file, ['doc_valve'], () => valve),
  hash: 'aa',
  size: 1,
  modified: 1,
  links: ['doc_valve'],
});

const PUMP = page('notes/pump.md');
const LIST = [['notes/pump.md', written(PUMP, 'notes/valve.md')]] as const;

describe('what has to be done, given what is wanted and what the list says was written', () => {
  it.each([
    ['nothing when all is as it was', [PUMP], LIST, 'notes/valve.md', { keep: ['notes/pump.md'] }],
    ['a first write when nothing was written', [PUMP], [], undefined, { write: ['notes/pump.md'] }],
    [
      'a write when the page is another state of itself',
      [page('notes/pump.md', { source: 'second' })],
      LIST,
      'notes/valve.md',
      { write: ['notes/pump.md'] },
    ],
    ['a write when what it links to has moved', [PUMP], LIST, 'ops/valve.md', { write: ['notes/pump.md'] }],
    ['a write when what it links to is gone', [PUMP], LIST, undefined, { write: ['notes/pump.md'] }],
    [
      'a write when another page has taken its place',
      [page('notes/pump.md', { id: 'doc_kettle' })],
      LIST,
      'notes/valve.md',
      { write: ['notes/pump.md'] },
    ],
    [
      'a write there and a removal here when it has moved',
      [page('ops/pump.md')],
      LIST,
      'notes/valve.md',
      { write: ['ops/pump.md'], remove: ['notes/pump.md'] },
    ],
    ['a removal when it is gone', [], LIST, undefined, { remove: ['notes/pump.md'] }],
    [
      'a write when it was never finished',
      [PUMP],
      [['notes/pump.md', { ...written(PUMP, 'notes/valve.md'), from: '' }]],
      'notes/valve.md',
      { write: ['notes/pump.md'] },
    ],
  ] as const)('is %s', (_what, wanted, list, valve, expected) => {
    const plan = finish(planMirror(wanted, new Map(list), () => valve));
    const paths = (files: readonly WantedFile[]) => files.map(({ path }) => path);
    expect({ write: paths(plan.write), keep: paths(plan.keep), remove: plan.remove }).toEqual({
      write: [],
      keep: [],
      remove: [],
      ...expected,
    });
  });
});

it('the source of a page changes with each of its states, and with nothing else', () => {
  const head = documentHead({ id: 'doc_pump' });
  const same = sourceOfPage(head);
  expect(sourceOfPage({ ...head, links: ['doc_valve'], published_at: null })).toBe(same);
  for (const change of [
    { title: 'Other' },
    { summary: 'Other' },
    { tags: ['other'] },
    { type: 'sop' as const },
    { status: head.status === 'draft' ? ('published' as const) : ('draft' as const) },
    { version: head.version + 1 },
    // A restored workspace counts its versions from an earlier one on.
    { updated_at: '2026-12-01T00:00:00.000Z' },
  ])
    expect(sourceOfPage({ ...head, ...change })).not.toBe(same);
});
