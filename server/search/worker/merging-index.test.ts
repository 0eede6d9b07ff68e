import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentHead } from '../../../test/builders/document-head.ts';
import { parseSearchQuery } from '../../domain/search-query.ts';
import { analyseDocument } from '../analysis/analyse-document.ts';
import { mergeSegments } from '../index/merge-segments.ts';
import type { Segment } from '../index/segment.ts';
import { searchableDocument } from '../searchable-document.ts';
import type { FindRequest } from './messages.ts';
import type { MergeThread } from './merge-thread.ts';
import { createMergingIndex } from './merging-index.ts';
import { find } from './questions.ts';

const VISIBLE = [{ space_id: 'spc_a', drafts: true }];

/** A merge worker that answers when the test says so. */
function heldMerger() {
  const held: { finish: () => void; fail: () => void }[] = [];
  const merge: MergeThread['merge'] = (input) => {
    const { promise, resolve, reject } = Promise.withResolvers<Segment>();
    const finish = () => resolve(mergeSegments(structuredClone(input)));
    held.push({ finish, fail: () => reject(new Error('lost')) });
    return promise;
  };
  return { held, merge };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

function startIndex() {
  const merger = heldMerger();
  const failures: unknown[] = [];
  let time = 0;
  let merges = 0;
  const index = createMergingIndex({
    merger,
    mergeAfter: 4,
    onMerged: () => (merges += 1),
    onFailure: (error) => failures.push(error),
    now: () => time,
  });
  const put = (id: string, text: string) => {
    index.put(analyseDocument(searchableDocument(documentHead({ id, title: id }), text)));
  };
  return {
    index,
    put,
    failures,
    held: merger.held,
    merges: () => merges,
    advance: (milliseconds: number) => void (time += milliseconds),
    found: (q: string) => findIn(index.live, q),
  };
}

function findIn(live: Parameters<typeof find>[0], q: string): string[] {
  const { query } = parseSearchQuery(q);
  const request: FindRequest = { query, visible: VISIBLE, filter: {}, limit: 100, offset: 0 };
  return find(live, { about: 'find', request, semantic: null })
    .hits.map(({ id }) => id)
    .toSorted();
}

describe('an index that is merged while it takes edits', () => {
  it('answers with every edit before, during and after the merge', async () => {
    const { put, index, held, found, merges } = startIndex();
    for (const id of ['a', 'b', 'c', 'd']) put(`doc_${id}`, 'pump');
    expect(held).toHaveLength(1);
    put('doc_b', 'boiler');
    put('doc_e', 'pump');
    index.remove('doc_c');
    const during = found('pump');
    expect(during).toEqual(['doc_a', 'doc_d', 'doc_e']);
    held[0]?.finish();
    await settled();
    expect(merges()).toBe(1);
    expect(found('pump')).toEqual(during);
    expect(found('boiler')).toEqual(['doc_b']);
    expect(index.live.baseDocuments).toBe(4);
  });

  it('begins one merge at a time, and the next one when it is due', async () => {
    const { put, held, merges } = startIndex();
    for (let n = 0; n < 12; n += 1) put(`doc_${n}`, 'pump');
    expect(held).toHaveLength(1);
    held[0]?.finish();
    await settled();
    expect(held).toHaveLength(2);
    held[1]?.finish();
    await settled();
    expect([held.length, merges()]).toEqual([2, 2]);
  });

  it('goes on answering when a merge fails, and tries again later, at longer and longer intervals', async () => {
    const { put, index, held, found, failures, advance } = startIndex();
    for (let n = 0; n < 4; n += 1) put(`doc_${n}`, 'pump');
    held[0]?.fail();
    await settled();
    expect(failures).toHaveLength(1);
    put('doc_4', 'pump');
    expect([found('pump').length, held.length]).toEqual([5, 1]);
    advance(10_000);
    put('doc_5', 'pump');
    expect(held).toHaveLength(2);
    held[1]?.fail();
    await settled();
    advance(10_000);
    put('doc_6', 'pump');
    expect(held).toHaveLength(2);
    advance(10_000);
    index.remove('doc_6');
    expect(held).toHaveLength(3);
    held[2]?.finish();
    await settled();
    expect(found('pump')).toHaveLength(6);
    expect(index.live.baseDocuments).toBe(6);
  });

  it('settles: nothing is left beside the base', async () => {
    const { put, index, held, found } = startIndex();
    put('doc_a', 'pump');
    const done = index.settle();
    await settled();
    held[0]?.finish();
    await done;
    expect([index.hasChanges, index.live.baseDocuments, found('pump')]).toEqual([false, 1, ['doc_a']]);
  });

  it('changes nothing any more once it was stopped', async () => {
    const { put, index, held, merges } = startIndex();
    for (let n = 0; n < 4; n += 1) put(`doc_${n}`, 'pump');
    const stopped = index.stop();
    held[0]?.finish();
    await stopped;
    expect([merges(), index.live.baseDocuments]).toEqual([0, 0]);
    put('doc_9', 'pump');
    expect(held).toHaveLength(1);
  });
});

describe('after any edits, with merges that come at any time', () => {
  const WORDS = ['pump', 'valve', 'steam', 'boiler'];
  const edit = fc.oneof(
    fc.record({
      kind: fc.constant('put' as const),
      id: fc.integer({ min: 0, max: 15 }).map((n) => `doc_${n}`),
      text: fc.array(fc.constantFrom(...WORDS), { maxLength: 5 }).map((words) => words.join(' ')),
    }),
    fc.record({
      kind: fc.constant('remove' as const),
      id: fc.integer({ min: 0, max: 15 }).map((n) => `doc_${n}`),
    }),
    fc.record({ kind: fc.constantFrom('finish' as const, 'fail' as const) }),
  );

  it('the same is found, with the same scores, as in an index built at once of what is left', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { maxLength: 60 }), async (edits) => {
        const { index, put, held, advance } = startIndex();
        const texts = new Map<string, string>();
        for (const step of edits) {
          if (step.kind === 'put') {
            put(step.id, step.text);
            texts.delete(step.id);
            texts.set(step.id, step.text);
          } else if (step.kind === 'remove') {
            index.remove(step.id);
            texts.delete(step.id);
          } else {
            held.at(-1)?.[step.kind]();
            await settled();
            advance(3_600_000);
          }
        }
        const fresh = startIndex();
        for (const [id, text] of texts) fresh.put(id, text);
        for (const q of [...WORDS, 'pump valve', '"steam boiler"', '-pump', 'va*']) {
          expect(answerOf(index.live, q)).toEqual(answerOf(fresh.index.live, q));
        }
      }),
      { numRuns: 100 },
    );
  });
});

function answerOf(live: Parameters<typeof find>[0], q: string) {
  const request = { query: parseSearchQuery(q).query, visible: VISIBLE, filter: {}, limit: 100, offset: 0 };
  return find(live, { about: 'find', request, semantic: null });
}
