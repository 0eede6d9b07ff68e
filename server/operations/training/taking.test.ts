import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../../test/authorization/refusal.ts';
import {
  assigned,
  HALF,
  publish,
  RIGHT,
  submit,
  trainingWorkspace,
} from '../../../test/builders/training.ts';
import { ATTEMPTS_KEPT } from '../../domain/assignment.ts';
import { trashDocument } from '../documents/trash.ts';
import { updateDocument } from '../documents/update.ts';
import { purgeDocument } from '../trash/purge.ts';
import { assignDeck } from './assign.ts';
import { createDeck } from './create-deck.ts';
import { listAssignments } from './list-assignments.ts';
import { readDeck } from './read-deck.ts';
import { takeDeck } from './take.ts';

describe('taking a deck', () => {
  it('shows the slides and the questions, and nowhere what is right', async () => {
    const workspace = trainingWorkspace();
    const deckId = await assigned(workspace, ['viewer']);
    const taken = await workspace.as('viewer', takeDeck, { deck_id: deckId });
    expect(taken.slides[1]).toEqual({
      title: 'Clean it',
      markdown: '## Clean it',
      questions: [
        {
          question: 2,
          prompt: 'With what? Choose all that do.',
          options: [
            { option: 1, text: 'Vinegar' },
            { option: 2, text: 'Bleach' },
            { option: 3, text: 'Lemon' },
          ],
          several: true,
        },
      ],
    });
    expect(JSON.stringify(taken)).not.toMatch(/"right"|\[x\]/i);
  });

  it('is not possible any more for whoever may not read the document any more (security A7)', async () => {
    const workspace = trainingWorkspace();
    const deckId = await assigned(workspace, ['viewer']);
    const { deck } = await workspace.as('trainer', readDeck, { deck_id: deckId });
    await workspace.as('admin', updateDocument, { id: deck.document_id, status: 'draft' });
    expect((await refusalOf(workspace.as('viewer', takeDeck, { deck_id: deckId }))).code).toBe('not_found');
    expect((await refusalOf(submit(workspace, 'viewer', deckId, RIGHT))).code).toBe('not_found');
    expect((await workspace.as('viewer', listAssignments, {})).items).toMatchObject([{ available: false }]);
  });

  it('ends with the document; results stay', async () => {
    const workspace = trainingWorkspace();
    const deckId = await assigned(workspace, ['editor']);
    await submit(workspace, 'editor', deckId, RIGHT);
    const { deck } = await workspace.as('trainer', readDeck, { deck_id: deckId });
    await workspace.as('admin', trashDocument, { id: deck.document_id });
    await workspace.as('admin', purgeDocument, { id: deck.document_id });
    expect((await refusalOf(workspace.as('editor', takeDeck, { deck_id: deckId }))).code).toBe('not_found');
    expect(await workspace.as('trainer', readDeck, { deck_id: deckId })).toMatchObject({
      deck: { document_state: 'deleted', current_version: null },
      items: [{ state: 'passed', score_percent: 100 }],
    });
  });
});

describe('submitting answers', () => {
  it('scores a question as right when exactly its right options are chosen, and passes at the pass mark', async () => {
    const workspace = trainingWorkspace();
    const deckId = await assigned(workspace, ['editor'], { pass_percent: 50 });
    expect(await submit(workspace, 'editor', deckId, HALF)).toEqual({
      passed: true,
      score_percent: 50,
      pass_percent: 50,
      right: 1,
      questions: 2,
      results: [
        { question: 1, right: true },
        { question: 2, right: false },
      ],
      attempt: 1,
      state: 'passed',
    });
  });

  it('may be done again: every attempt is kept, the best score counts, and a pass stays', async () => {
    const workspace = trainingWorkspace();
    const deckId = await assigned(workspace, ['editor', 'viewer']);
    expect(await submit(workspace, 'editor', deckId, HALF)).toMatchObject({ passed: false, state: 'failed' });
    expect(await submit(workspace, 'editor', deckId, RIGHT)).toMatchObject({ passed: true, attempt: 2 });
    expect(await submit(workspace, 'editor', deckId, HALF)).toMatchObject({ passed: false, state: 'passed' });
    const { items } = await workspace.as('editor', listAssignments, {});
    expect(items[0]).toMatchObject({ state: 'passed', score_percent: 100, attempt_count: 3 });
    expect(items[0]?.attempts.map((attempt) => attempt.score_percent)).toEqual([50, 100, 50]);
    const status = await workspace.as('trainer', readDeck, { deck_id: deckId });
    expect(status.deck.counts).toEqual({ assigned: 2, passed: 1, failed: 0, not_started: 1, overdue: 0 });
  });

  it('keeps the latest attempts and the count of all', async () => {
    const workspace = trainingWorkspace();
    const deckId = await assigned(workspace, ['editor']);
    for (let count = 0; count < ATTEMPTS_KEPT + 2; count += 1)
      await submit(workspace, 'editor', deckId, HALF);
    const { items } = await workspace.as('editor', listAssignments, {});
    expect(items[0]?.attempts).toHaveLength(ATTEMPTS_KEPT);
    expect(items[0]?.attempt_count).toBe(ATTEMPTS_KEPT + 2);
  });

  it('two at the same moment both count', async () => {
    const workspace = trainingWorkspace();
    const deckId = await assigned(workspace, ['editor']);
    await Promise.all([
      submit(workspace, 'editor', deckId, HALF),
      submit(workspace, 'editor', deckId, RIGHT),
    ]);
    expect((await workspace.as('editor', listAssignments, {})).items).toMatchObject([
      { attempt_count: 2, score_percent: 100, state: 'passed' },
    ]);
  });

  it('of a deck without questions confirms that it was read', async () => {
    const workspace = trainingWorkspace();
    const id = await publish(workspace, '# Read me\n');
    const { deck } = await workspace.as('trainer', createDeck, { doc_id: id });
    await workspace.as('trainer', assignDeck, { deck_id: deck.id, usernames: ['viewer'] });
    expect(await submit(workspace, 'viewer', deck.id, [])).toMatchObject({
      passed: true,
      score_percent: null,
    });
  });

  it.each([
    [[], /not answered yet: 1, 2/],
    [[{ question: 1, chosen: [2] }], /not answered yet: 2/],
    [[...RIGHT, { question: 3, chosen: [1] }], /no question 3/],
    [[...RIGHT, { question: 1, chosen: [1] }], /question 1 is answered twice/],
    [[{ question: 1, chosen: [3] }], /no option 3/],
    [[{ question: 1, chosen: [0] }], /chosen/],
    [[{ question: 1 }], /chosen/],
  ])('%j is refused, and counts as no attempt', async (answers, problem) => {
    const workspace = trainingWorkspace();
    const deckId = await assigned(workspace, ['editor']);
    const refusal = await refusalOf(submit(workspace, 'editor', deckId, answers));
    expect(refusal).toMatchObject({ code: 'bad_request', message: expect.stringMatching(problem) });
    expect((await workspace.as('editor', listAssignments, {})).items).toMatchObject([{ attempt_count: 0 }]);
  });
});

describe('the day it is due', () => {
  it('is over for whoever has not passed by then, and for nobody else', async () => {
    const workspace = trainingWorkspace();
    const deckId = await assigned(workspace, ['editor', 'viewer'], { due_days: 1 });
    await submit(workspace, 'editor', deckId, RIGHT);
    workspace.clock.advance(86_400_001);
    const { deck, items } = await workspace.as('trainer', readDeck, { deck_id: deckId });
    expect(items.map((item) => item.overdue)).toEqual([false, true]);
    expect(deck.counts).toMatchObject({ passed: 1, not_started: 1, overdue: 1 });
    expect((await submit(workspace, 'viewer', deckId, RIGHT)).passed).toBe(true);
  });
});
