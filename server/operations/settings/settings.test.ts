import { beforeEach, describe, expect, it } from 'vitest';
import { buildWorkspace, type TestWorkspace } from '../../../test/builders/workspace.ts';
import { DEFAULT_SETTINGS } from '../../domain/settings.ts';
import { readSettings } from './read.ts';
import { updateSettings } from './update.ts';

describe('workspace settings', () => {
  let workspace: TestWorkspace;
  beforeEach(() => {
    workspace = buildWorkspace();
  });
  const read = () => workspace.as('admin', readSettings, {});
  const update = (changes: object) => workspace.as('admin', updateSettings, changes);

  it('a workspace that has set none has the defaults: strict approval, 30 days of Trash, 10 MB', async () => {
    expect(await read()).toEqual(DEFAULT_SETTINGS);
    expect(DEFAULT_SETTINGS).toMatchObject({
      approval_mode: 'strict',
      trash_retention_days: 30,
      attachment_limit_mb: 10,
    });
  });

  it('a change sets what it names and keeps the rest', async () => {
    await update({ approval_mode: 'open' });
    expect(await update({ trash_retention_days: 0 })).toEqual({
      ...DEFAULT_SETTINGS,
      approval_mode: 'open',
      trash_retention_days: 0,
    });
    expect(await read()).toMatchObject({ approval_mode: 'open', trash_retention_days: 0 });
  });

  it('two changes in the same moment are both kept', async () => {
    await Promise.all([update({ workspace_name: 'Ours' }), update({ backlinks: false })]);
    expect(await read()).toMatchObject({ workspace_name: 'Ours', backlinks: false });
  });

  it.each([
    {},
    { approval_mode: 'lax' },
    { trash_retention_days: -1 },
    { trash_retention_days: 1.5 },
    { attachment_limit_mb: 101 },
    { workspace_name: '' },
    { nested_pages: 'yes' },
    { colour: 'blue' },
  ])('refuses %j and changes nothing', async (changes) => {
    await expect(update(changes)).rejects.toMatchObject({ code: 'bad_request' });
    expect(await read()).toEqual(DEFAULT_SETTINGS);
  });
});
