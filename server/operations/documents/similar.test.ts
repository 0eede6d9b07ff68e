import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createIdleSearch } from '../../../test/fakes/idle-search.ts';
import { buildWorkspace, type TestWorkspace } from '../../../test/builders/workspace.ts';
import { AppError } from '../../errors.ts';
import type { SearchIndex } from '../../search-ports.ts';
import { createDocument } from './create.ts';
import { readDocument } from './read.ts';

let workspace: TestWorkspace;
let page: string;

beforeEach(async () => {
  workspace = buildWorkspace();
  page = await publish('Page');
});
afterEach(() => void vi.useRealTimers());

async function publish(title: string, status = 'published'): Promise<string> {
  const input = { space: 'handbook', title, status };
  return (await workspace.as('admin', createDocument, input)).document.id;
}

function answerSimilar(similarDocuments: SearchIndex['similarDocuments']) {
  workspace.services.search = createIdleSearch({ similarDocuments });
}

const read = (more: object = { include: 'similar' }) =>
  workspace.as('viewer', readDocument, { id: page, ...more });

describe('similar documents beside one that is read', () => {
  it('are named best first, with those left out that the reader may not see', async () => {
    const [one, two] = [await publish('One'), await publish('Two')];
    const draft = await publish('Draft', 'draft');
    const visible: unknown[] = [];
    answerSimilar(async (request) => {
      visible.push(request);
      return [two, draft, one].map((id) => ({ id, score: 1 }));
    });
    expect((await read()).similar).toEqual([
      { id: two, title: 'Two', status: 'published' },
      { id: one, title: 'One', status: 'published' },
    ]);
    expect(visible).toMatchObject([{ id: page, limit: 5, visible: [{ drafts: false }] }]);
  });

  it('are not looked for unless asked for, nor where the workspace shows no backlinks', async () => {
    answerSimilar(() => Promise.reject(new Error('must not be asked')));
    expect(await read({})).not.toHaveProperty('similar');
    workspace.set({ backlinks: false });
    expect(await read()).toMatchObject({ similar: null });
  });

  it.each([
    ['switched off', new AppError('unavailable', 'Search is switched off here.')],
    ['at fault', new TypeError('x is not a function')],
  ])('are null while search is %s: the document is read all the same', async (_state, error) => {
    answerSimilar(() => Promise.reject(error));
    expect(await read()).toMatchObject({ document: { title: 'Page' }, similar: null });
  });

  it('are not waited for longer than 50 ms, and what comes later is nobody’s error', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const late = Promise.withResolvers<never>();
    const asked = Promise.withResolvers<void>();
    answerSimilar(() => {
      asked.resolve();
      return late.promise;
    });
    const reading = read();
    await asked.promise;
    await vi.advanceTimersByTimeAsync(50);
    expect(await reading).toMatchObject({ document: { title: 'Page' }, similar: null });
    late.reject(new Error('too late'));
    expect(vi.getTimerCount()).toBe(0);
  });
});
