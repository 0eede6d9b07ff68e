import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../../test/authorization/refusal.ts';
import { buildWorkspace, type TestWorkspace } from '../../../test/builders/workspace.ts';
import { BUILT_IN_TEMPLATES } from '../../domain/built-in-templates.ts';
import { MOST_TEMPLATES } from '../../domain/template.ts';
import type { Operation } from '../define.ts';
import { createDocument } from '../documents/create.ts';
import { createTemplate } from './create.ts';
import { deleteTemplate } from './delete.ts';
import { listTemplates } from './list.ts';
import { readTemplate } from './read.ts';
import { resetTemplate } from './reset.ts';
import { updateTemplate } from './update.ts';

const BUILT_IN = BUILT_IN_TEMPLATES.map(({ name }) => name);
const POSTMORTEM = {
  name: 'Post-mortem',
  description: 'After an incident',
  scaffold: '## Timeline\n\n_When._\n\n## Causes\n\n_Why._\n',
  type: 'technical',
  tags: ['incident'],
};

async function names(workspace: TestWorkspace, username: string, input: object = {}): Promise<string[]> {
  const { items } = await workspace.as(username, listTemplates, input);
  return items.map(({ name }) => name);
}

const add = (workspace: TestWorkspace, input: object = {}) =>
  workspace.as('approver', createTemplate, { ...POSTMORTEM, ...input });
const create = (workspace: TestWorkspace, input: object) =>
  workspace.as('editor', createDocument, { title: 'Page', ...input });

describe('templates: who may do what', () => {
  it('everybody reads them', async () => {
    const workspace = buildWorkspace();
    expect(await names(workspace, 'viewer')).toEqual(BUILT_IN);
    const { template } = await workspace.as('viewer', readTemplate, { template: 'sop' });
    expect(template).toMatchObject({ id: 'tpl_sop', built_in: true, changed: false, updated_by: null });
  });

  it('approvers and admins change them; editors and viewers are told whom to ask', async () => {
    const workspace = buildWorkspace();
    await add(workspace);
    const attempts: [Operation, object][] = [
      [createTemplate, { ...POSTMORTEM, name: 'Another' }],
      [updateTemplate, { template: 'Post-mortem', hidden: true }],
      [deleteTemplate, { template: 'Post-mortem' }],
      [resetTemplate, { template: 'SOP' }],
      [listTemplates, { hidden: true }],
    ];
    for (const username of ['viewer', 'editor']) {
      for (const [operation, input] of attempts) {
        const refusal = await refusalOf(workspace.as(username, operation, input));
        expect([operation.name, refusal.code]).toEqual([operation.name, 'forbidden']);
        expect(refusal.hint).toContain('approver');
      }
    }
    for (const [operation, input] of attempts) await workspace.as('admin', operation, input);
  });
});

describe('templates of the workspace', () => {
  it('stand behind the built-in ones, by name, and say who made them', async () => {
    const workspace = buildWorkspace();
    await add(workspace, { name: 'Zebra' });
    const { template } = await add(workspace);
    expect(template).toMatchObject({
      ...POSTMORTEM,
      id: expect.stringMatching(/^tpl_[0-9a-z]{12}$/),
      built_in: false,
      hidden: false,
      updated_by: { username: 'approver' },
    });
    expect(await names(workspace, 'viewer')).toEqual([...BUILT_IN, 'Post-mortem', 'Zebra']);
  });

  it('are changed field by field, with an audit entry in the same commit', async () => {
    const workspace = buildWorkspace();
    await add(workspace);
    await workspace.as('admin', updateTemplate, {
      template: 'post mortem',
      tags: ['learning'],
      name: 'Review',
    });
    const { template } = await workspace.as('viewer', readTemplate, { template: 'Review' });
    expect(template).toMatchObject({ scaffold: POSTMORTEM.scaffold, tags: ['learning'], type: 'technical' });
    const [entry] = await workspace.store.audit({ limit: 1 });
    expect(entry).toMatchObject({
      action: 'templates.update',
      target: { type: 'template', id: template.id },
      details: { name: 'Review', changed: 'name, tags' },
    });
  });

  it('are deleted for good; documents made with them stay', async () => {
    const workspace = buildWorkspace();
    await add(workspace);
    const { document } = await create(workspace, { template: 'Post-mortem' });
    await workspace.as('approver', deleteTemplate, { template: 'Post-mortem' });
    expect(await names(workspace, 'viewer')).toEqual(BUILT_IN);
    expect(workspace.store.tables.documents.get(document.id)?.tags).toEqual(['incident']);
  });

  it('have names of their own, in any spelling, also against hidden and built-in ones', async () => {
    const workspace = buildWorkspace();
    await add(workspace);
    await workspace.as('admin', updateTemplate, { template: 'Policy', hidden: true });
    for (const name of ['Post-mortem', 'POST MORTEM', 'policy', 'how_to']) {
      expect(await refusalOf(add(workspace, { name }))).toMatchObject({ code: 'conflict' });
      expect(
        await refusalOf(workspace.as('admin', updateTemplate, { template: 'Runbook', name })),
      ).toMatchObject({ code: 'conflict' });
    }
    await workspace.as('admin', updateTemplate, { template: 'Post-mortem', name: 'post-mortem' });
  });

  it('of two that want a name at once one gets it', async () => {
    const workspace = buildWorkspace();
    const outcomes = await Promise.allSettled([add(workspace), add(workspace), add(workspace)]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('are so many that one can still choose', async () => {
    const workspace = buildWorkspace();
    for (let index = 0; index < MOST_TEMPLATES; index += 1) await add(workspace, { name: `T ${index}` });
    expect(await refusalOf(add(workspace))).toMatchObject({ code: 'conflict' });
  });

  it('a change that changes nothing is refused by name', async () => {
    const refusal = await refusalOf(buildWorkspace().as('admin', updateTemplate, { template: 'SOP' }));
    expect(refusal).toMatchObject({ code: 'bad_request', hint: expect.stringContaining('scaffold') });
  });
});

describe('built-in templates', () => {
  it('are edited in place and reset to how they were shipped', async () => {
    const workspace = buildWorkspace();
    await workspace.as('admin', updateTemplate, {
      template: 'SOP',
      name: 'Procedure',
      scaffold: '## Ours\n',
    });
    expect(await names(workspace, 'viewer')).toEqual(['Procedure', ...BUILT_IN.slice(1)]);
    const { template } = await workspace.as('viewer', readTemplate, { template: 'tpl_sop' });
    expect(template).toMatchObject({ scaffold: '## Ours\n', built_in: true, changed: true, tags: ['sop'] });
    await workspace.as('admin', resetTemplate, { template: 'Procedure' });
    const reset = await workspace.as('viewer', readTemplate, { template: 'SOP' });
    expect(reset.template).toMatchObject({ ...BUILT_IN_TEMPLATES[0], changed: false });
    expect(workspace.store.tables.templates.size).toBe(0);
  });

  it('are hidden and shown again; hidden ones are not there for editors and not usable by anybody', async () => {
    const workspace = buildWorkspace();
    await workspace.as('approver', updateTemplate, { template: 'SOP', hidden: true });
    expect(await names(workspace, 'editor')).not.toContain('SOP');
    expect(await names(workspace, 'approver', { hidden: true })).toContain('SOP');
    expect(await refusalOf(workspace.as('editor', readTemplate, { template: 'SOP' }))).toMatchObject({
      code: 'not_found',
    });
    expect(await refusalOf(create(workspace, { template: 'tpl_sop' }))).toMatchObject({ code: 'not_found' });
    expect(
      await refusalOf(workspace.as('admin', createDocument, { title: 'Page', template: 'SOP' })),
    ).toMatchObject({ code: 'not_found' });
    await workspace.as('approver', updateTemplate, { template: 'SOP', hidden: false });
    expect(await names(workspace, 'editor')).toEqual(BUILT_IN);
  });

  it('are never deleted, and those of the workspace never reset: each says what to do instead', async () => {
    const workspace = buildWorkspace();
    await add(workspace);
    expect(await refusalOf(workspace.as('admin', deleteTemplate, { template: 'SOP' }))).toMatchObject({
      code: 'conflict',
      hint: expect.stringContaining('Hide'),
    });
    expect(await refusalOf(workspace.as('admin', resetTemplate, { template: 'Post-mortem' }))).toMatchObject({
      code: 'conflict',
      hint: expect.stringContaining('delete'),
    });
  });
});

describe('creating a document with a template: "applies a template’s structure, type and tags"', () => {
  it('without a text gives the scaffold', async () => {
    const workspace = buildWorkspace();
    const { document, template } = await create(workspace, { template: 'SOP' });
    expect(document).toMatchObject({ type: 'sop', tags: ['sop'], content: BUILT_IN_TEMPLATES[0]?.scaffold });
    expect(template).toBe('SOP');
  });

  it('fills it with the text that is given', async () => {
    const workspace = buildWorkspace();
    await add(workspace);
    const { document } = await create(workspace, {
      template: 'Post-mortem',
      content: '## Causes\n\nA loose cable.\n',
    });
    expect(document.content).toBe('## Timeline\n\n_When._\n\n## Causes\n\nA loose cable.\n');
    expect(await workspace.store.content('documents', document.id)).toBe(document.content);
  });

  it('a type that is named wins, and tags that are named come behind the template’s', async () => {
    const workspace = buildWorkspace();
    const { document } = await create(workspace, {
      template: 'SOP',
      type: 'policy',
      tags: ['kitchen', 'sop'],
    });
    expect(document).toMatchObject({ type: 'policy', tags: ['sop', 'kitchen'] });
  });

  it('without a template is as before: knowledge, no tags, the text byte for byte', async () => {
    const workspace = buildWorkspace();
    const { document, template } = await create(workspace, { content: '## Purpose\n' });
    expect(document).toMatchObject({ type: 'knowledge', tags: [], content: '## Purpose\n' });
    expect(template).toBeUndefined();
  });

  it('an unknown one is answered with the closest name and the names that there are; nothing is created', async () => {
    const workspace = buildWorkspace();
    await add(workspace);
    const refusal = await refusalOf(create(workspace, { template: 'Runbok' }));
    expect(refusal).toMatchObject({ code: 'not_found', message: 'No such template.' });
    expect(refusal.hint).toBe(
      'Did you mean “Runbook”? Templates: SOP, Runbook, Policy, How-to, Meeting notes, Decision record, Post-mortem.',
    );
    expect(workspace.store.tables.documents.size).toBe(0);
  });

  it('that makes too long a text or too many tags is refused and says which', async () => {
    const workspace = buildWorkspace();
    const tags = Array.from({ length: 50 }, (_, index) => `t${index}`);
    expect((await refusalOf(create(workspace, { template: 'SOP', tags }))).message).toContain('tags');
    const content = `x${' '.repeat(1_999_999)}`;
    expect((await refusalOf(create(workspace, { template: 'SOP', content }))).message).toContain('content');
  });
});
