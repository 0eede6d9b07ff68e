import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DocumentHead } from '../../server/domain/document.ts';
import { createDocument } from '../../server/operations/documents/create.ts';
import { restoreFromTrash } from '../../server/operations/trash/restore.ts';
import { assistantWorkspace, type AssistantWorkspace } from './assistant.ts';

const PAGES = 5;
const LINES = 12;
const SPACES = ['handbook', 'archive'];

/** One write of the assistant, or of a person beside it; numbers choose among what there is at that moment. */
type Step = { page: number } & (
  | { kind: 'line'; line: number; text: string }
  | { kind: 'replace'; text: string }
  | { kind: 'field'; changes: object }
  | { kind: 'move'; space: string }
  | { kind: 'nest'; under: number }
  | { kind: 'trash' }
  | { kind: 'restore' }
  | { kind: 'create'; text: string }
  | { kind: 'person'; text: string }
);

const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '-'), maxLength: 30 });
const page = fc.nat({ max: PAGES + 3 });
const field = fc.oneof(
  fc.record({ title: fc.constantFrom('A', 'B', 'C') }),
  fc.record({ summary: fc.constantFrom('', 's', 't') }),
  fc.record({ tags: fc.subarray(['x', 'y', 'z']) }),
  fc.record({ type: fc.constantFrom('sop', 'policy', 'knowledge') }),
  fc.record({ status: fc.constantFrom('draft', 'published') }),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('line' as const), page, line: fc.nat({ max: LINES - 1 }), text }),
  fc.record({ kind: fc.constant('replace' as const), page, text }),
  fc.record({ kind: fc.constant('field' as const), page, changes: field }),
  fc.record({ kind: fc.constant('move' as const), page, space: fc.constantFrom(...SPACES) }),
  fc.record({ kind: fc.constant('nest' as const), page, under: page }),
  fc.record({ kind: fc.constant('trash' as const), page }),
  fc.record({ kind: fc.constant('restore' as const), page }),
  fc.record({ kind: fc.constant('create' as const), page, text }),
);
const personal: fc.Arbitrary<Step> = fc.record({ kind: fc.constant('person' as const), page, text });

const ORIGINAL = Array.from({ length: LINES }, (_, line) => `line ${line}\n`).join('\n');

/** What is compared: everything of a document that is not about when and by whom. */
async function stateOf(workspace: AssistantWorkspace, id: string) {
  const head = workspace.store.tables.documents.get(id);
  if (!head) throw new Error(`${id} is gone.`);
  const { title, summary, tags, type, status, space_id, parent_id, trashed } = head;
  const place = { space_id, parent_id, isTrashed: trashed !== null };
  return { title, summary, tags, type, status, ...place, content: await workspace.text(id) };
}

/** Refusals are part of a real sitting, e.g. of a page in the Trash or nested under itself. */
async function take(workspace: AssistantWorkspace, ids: string[], made: Step): Promise<void> {
  const id = ids[made.page % ids.length] ?? '';
  try {
    switch (made.kind) {
      case 'line': {
        const markdown = made.text.replaceAll('\n', ' ');
        await workspace.edits(id, {
          edit: { mode: 'patch', find: `line ${made.line}\n`, markdown: `${markdown}\n` },
        });
        return;
      }
      case 'replace':
        await workspace.edits(id, { content: made.text });
        return;
      case 'field':
        await workspace.edits(id, made.changes);
        return;
      case 'move':
        await workspace.edits(id, { space: made.space });
        return;
      case 'nest': {
        const parent = ids[made.under % ids.length];
        await workspace.edits(id, { parent: made.under % 3 === 0 ? null : parent });
        return;
      }
      case 'trash':
        await workspace.trashes(id);
        return;
      case 'person':
        await workspace.change('approver', id, { summary: `${made.text}!`, content: made.text });
        return;
      case 'restore':
        await workspace.assistant(restoreFromTrash, { id });
        return;
      case 'create':
        ids.push(
          (await workspace.assistant(createDocument, { space: 'handbook', title: 'New', content: made.text }))
            .document.id,
        );
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
  }
}

test('whatever a sitting did, taking it back gives every document its text, fields and place back', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      const workspace = assistantWorkspace();
      workspace.addSpace('archive');
      const ids: string[] = [];
      for (let index = 0; index < PAGES; index += 1) {
        const parent = index > 2 ? { parent: ids[0] } : {};
        ids.push(await workspace.page(`Page ${index}`, ORIGINAL, parent));
      }
      const before = await Promise.all(ids.map((id) => stateOf(workspace, id)));
      const all = [...ids];
      for (const made of steps) await take(workspace, all, made);
      if (workspace.sitting() === '') return;
      const { items } = await workspace.undo();
      expect(items.flatMap(({ left }) => left)).toEqual([]);
      expect(await Promise.all(ids.map((id) => stateOf(workspace, id)))).toEqual(before);
      const isGone = (id: string) => workspace.store.tables.documents.get(id)?.trashed !== null;
      expect(all.slice(PAGES).every(isGone)).toBe(true);
      expect((await workspace.undo()).items).toEqual([]);
    }),
    { numRuns: 150 },
  );
});

test('where people wrote too, every document that they did not touch is as before, and none of theirs is lost', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(step, personal), { minLength: 1, maxLength: 25 }), async (steps) => {
      const workspace = assistantWorkspace();
      workspace.addSpace('archive');
      const ids: string[] = [];
      for (let index = 0; index < PAGES; index += 1)
        ids.push(await workspace.page(`Page ${index}`, ORIGINAL));
      const before = new Map<string, unknown>();
      for (const id of ids) before.set(id, await stateOf(workspace, id));
      for (const made of steps) await take(workspace, ids, made);
      if (workspace.sitting() === '') return;
      const approver = workspace.actor('approver').user_id;
      const touched = new Map<string, boolean>();
      for (const id of ids) touched.set(id, await isTouchedBy(workspace, id, approver));
      await workspace.undo();
      const idsOf = (isTouched: boolean, isOld: boolean) =>
        ids.filter((id) => touched.get(id) === isTouched && before.has(id) === isOld);
      const statesOf = (some: string[]) => Promise.all(some.map((id) => stateOf(workspace, id)));
      const untouched = idsOf(false, true);
      expect(await statesOf(untouched)).toEqual(untouched.map((id) => before.get(id)));
      expect((await statesOf(idsOf(false, false))).every(({ isTrashed }) => isTrashed)).toBe(true);
      expect((await statesOf(idsOf(true, true))).every(({ summary }) => summary.endsWith('!'))).toBe(true);
      expect((await workspace.undo()).items.flatMap(({ did }) => did)).toEqual([]);
    }),
    { numRuns: 150 },
  );
});

async function isTouchedBy(
  workspace: AssistantWorkspace,
  id: string,
  userId: string | null,
): Promise<boolean> {
  const head = workspace.store.tables.documents.get(id);
  for (let number = 1; number <= (head?.version ?? 0); number += 1) {
    if ((await workspace.store.version(id, number))?.by.user_id === userId) return true;
  }
  return false;
}

test('where a person wrote elsewhere in the text meanwhile, that and only that is left', async () => {
  const edit = fc.record({ by: fc.constantFrom('assistant', 'person'), line: fc.nat({ max: LINES - 1 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 20 }), async (edits) => {
      const workspace = assistantWorkspace();
      const id = await workspace.page('Page', ORIGINAL);
      const expected = new Map<number, string>();
      // Even lines are the assistant's and odd ones the person's: two hands on one line are a conflict.
      for (const [index, { by, line }] of edits.entries()) {
        const own = by === 'assistant' ? line - (line % 2) : line - (line % 2) + 1;
        const current = (await workspace.text(id)).split('\n\n');
        current[own] = `line ${own}, ${by} ${index}`;
        const content = `${current.join('\n\n').trimEnd()}\n`;
        if (by === 'assistant') await workspace.edits(id, { content });
        else {
          await workspace.change('editor', id, { content });
          expected.set(own, current[own]);
        }
      }
      if (workspace.sitting() === '') return;
      const { items } = await workspace.undo();
      const head: DocumentHead | undefined = workspace.store.tables.documents.get(id);
      expect(items.flatMap(({ left }) => left)).toEqual([]);
      const lines = Array.from({ length: LINES }, (_, line) => expected.get(line) ?? `line ${line}`);
      expect(await workspace.text(id)).toBe(`${lines.join('\n\n')}\n`);
      expect(head?.trashed).toBeNull();
    }),
    { numRuns: 100 },
  );
});
