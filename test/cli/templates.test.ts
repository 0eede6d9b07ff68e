import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BUILT_IN_TEMPLATES } from '../../server/domain/built-in-templates.ts';
import { commandLine, temporaryFolder, workspaceFolder } from './command-line.ts';

describe('commonplace template', () => {
  it('prints a scaffold byte for byte, takes it back changed, hides and resets it', async () => {
    const { run, json } = commandLine(await workspaceFolder());
    const { out } = await run(['template', 'show', 'sop']);
    expect(out).toBe(BUILT_IN_TEMPLATES[0]?.scaffold);
    const file = join(await temporaryFolder(), 'sop.md');
    await writeFile(file, `${out}## Ours\r\n`);
    const set = ['template', 'set', 'SOP', '--file', file, '--name', 'Procedure', '--hidden', 'on'];
    expect((await run(set)).out).toBe('Changed the template Procedure.\n');
    expect((await run(['template', 'list'])).out).not.toContain('Procedure');
    expect((await run(['template', 'list', '--hidden'])).out).toMatch(
      /Procedure +sop +sop +built-in, changed, hidden/,
    );
    expect((await run(['template', 'show', 'Procedure'])).out).toBe(await readFile(file, 'utf8'));
    await run(['template', 'reset', 'Procedure']);
    expect(await json(['template', 'show', 'SOP'])).toMatchObject({ changed: false, hidden: false });
  });

  it('adds and removes templates of one’s own', async () => {
    const { run, json } = commandLine(await workspaceFolder());
    const file = join(await temporaryFolder(), 'post-mortem.md');
    await writeFile(file, '## Timeline\n');
    const words = [
      'template',
      'add',
      'Post-mortem',
      '--file',
      file,
      '--type',
      'technical',
      '--tags',
      'incident, learning',
    ];
    expect(await json([...words, '--description', 'After an incident'])).toMatchObject({
      name: 'Post-mortem',
      type: 'technical',
      tags: ['incident', 'learning'],
      updated_by: { username: 'ada', via: 'cli' },
    });
    expect((await run(['template', 'remove', 'post mortem'])).out).toContain(
      'Deleted the template Post-mortem.',
    );
    expect(await json(['template', 'list'])).toMatchObject({ total: BUILT_IN_TEMPLATES.length });
    expect(await run(['template', 'remove', 'SOP'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('Hide it'),
    });
    expect(await run(['template', 'show', 'Runbok'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('Did you mean “Runbook”?'),
    });
  });
});

describe('commonplace training', () => {
  it('makes a deck from a document, assigns it, and says how people do, from one start to the next', async () => {
    const { run, json } = commandLine(await workspaceFolder());
    const pages = await temporaryFolder();
    await writeFile(
      join(pages, 'kettle.md'),
      '# Kettle\n\nBoil.\n\n:::quiz\nWhat?\n- [x] Water\n- [ ] Oil\n:::\n',
    );
    await run(['import', pages, '--space', 'notes', '--publish']);
    const exported = await temporaryFolder();
    await run(['export', join(exported, 'out')]);
    const id =
      /doc_[0-9a-z]{12}/.exec(await readFile(join(exported, 'out/notes/kettle.md'), 'utf8'))?.[0] ?? '';
    const off = await run(['training', 'add', id]);
    expect(off).toMatchObject({
      code: 1,
      err: expect.stringContaining('the command `settings set training on`'),
    });
    await run(['settings', 'set', 'training', 'on']);
    await run(['user', 'add', 'ben', '--role', 'viewer']);
    const deck = await json<{ id: string }>([
      'training',
      'add',
      id,
      '--due-days',
      '14',
      '--pass-percent',
      '50',
    ]);
    expect(deck).toMatchObject({ question_count: 1, due_days: 14, pass_percent: 50 });
    const unknown = await run(['training', 'assign', deck.id, 'ben', 'nobody']);
    expect(unknown).toMatchObject({ code: 2, err: expect.stringContaining('no such person: nobody') });
    expect((await run(['training', 'assign', deck.id, 'ben'])).out).toBe('Assigned “Kettle” to 1 person.\n');
    expect((await run(['training', 'assign', deck.id, '--everyone'])).out).toContain('1 had it already');
    expect((await run(['training', 'list'])).out).toMatch(/Kettle +version 1 +as the deck +2 +0 +0 +2 +0/);
    expect(await json(['training', 'status', deck.id])).toMatchObject({
      items: [{ person: { username: 'ada' } }, { person: { username: 'ben' }, state: 'assigned' }],
      total: 2,
      not_assigned: 0,
    });
    expect(await run(['training', 'add', id, '--due-days', 'soon'])).toMatchObject({ code: 2 });
    const taken = await run(['training', 'unassign', deck.id, 'ben']);
    expect(taken.out).toBe('Took “Kettle” from 1 person.\n');
    const removed = await run(['training', 'remove', deck.id]);
    expect(removed.out).toBe('Deleted the deck “Kettle”, which 1 person had.\n');
    expect(await json(['training', 'list'])).toMatchObject({ total: 0 });
  });
});
