import { beforeEach, describe, expect, it, vi } from 'vitest';
import { buildWorkspace, type TestWorkspace } from '../../../test/builders/workspace.ts';
import { createDocument } from '../documents/create.ts';
import type { AcceptableLoss } from '../../ports.ts';
import { acceptLoss } from './accept-loss.ts';
import { dataState } from './data-state.ts';

describe('accepting that something saved is lost', () => {
  let workspace: TestWorkspace;
  beforeEach(() => {
    workspace = buildWorkspace();
  });
  const spoil = (file: string, lost: boolean) => {
    const damage = [
      ...workspace.store.damage,
      { file, problem: 'the file is missing', action: 'none', lost },
    ];
    Object.defineProperty(workspace.store, 'damage', { value: damage, configurable: true });
  };

  it('leaves one audit entry that names who accepted it and which files', async () => {
    spoil('versions/doc_a/2.json', true);
    spoil('collections/users.json', false);
    const { accepted } = await workspace.as('admin', acceptLoss, {}, { via: 'cli' });
    expect(accepted.map(({ file }) => file)).toEqual(['versions/doc_a/2.json']);
    expect(await workspace.store.audit({ limit: 9 })).toMatchObject([
      {
        action: 'workspace.accept_loss',
        username: 'admin',
        via: 'cli',
        details: { losses: 1, files: 'versions/doc_a/2.json' },
      },
    ]);
  });

  it('is nothing where nothing is lost: what was rebuilt from its twin is no loss', async () => {
    spoil('collections/users.json', false);
    expect(await workspace.as('admin', acceptLoss, {})).toEqual({ accepted: [], needs_restart: false });
    expect(await workspace.store.audit({ limit: 9 })).toEqual([]);
  });

  it('while a server has the folder open it is noted for the next start, with the entry for the audit log', async () => {
    spoil('documents/doc_a.json', true);
    const accept = vi.fn<AcceptableLoss['accept']>(async () => undefined);
    Object.defineProperty(workspace.store, 'loss', { value: { isAccepted: false, accept } });
    expect(await workspace.as('admin', acceptLoss, {}, { via: 'app' })).toMatchObject({
      accepted: [{ file: 'documents/doc_a.json' }],
      needs_restart: true,
    });
    expect(accept.mock.calls).toMatchObject([
      [{ action: 'workspace.accept_loss', username: 'admin', via: 'app', details: { losses: 1 } }],
    ]);
    expect(await workspace.store.audit({ limit: 9 })).toEqual([]);
  });

  it('is refused where nothing can go on, such as without the key of the audit log', async () => {
    spoil('secrets/audit.key', true);
    Object.defineProperty(workspace.store, 'readOnlyReason', {
      value: 'secrets/audit.key: the file is missing.',
    });
    await expect(workspace.as('admin', acceptLoss, {})).rejects.toMatchObject({ code: 'conflict' });
  });
});

describe('how the files stand', () => {
  const report = { problem: 'the file is missing', action: 'none' };

  it('names the page of a file, and what is lost before what was put right', async () => {
    const workspace = buildWorkspace();
    const { store } = workspace;
    const { document } = await workspace.as('admin', createDocument, { title: 'Kettle', space: 'handbook' });
    const { id } = document;
    const repaired = { ...report, file: 'collections/users.json', lost: false };
    const lost = { ...report, file: `versions/${id}/1.json`, lost: true };
    const state = dataState({ ...store, tables: store.tables, damage: [repaired, lost] });
    expect(state).toMatchObject({ damaged: 2, lost: 1, loss: 'final', read_only: null });
    expect(state.damage.map(({ page }) => page)).toEqual([{ id, title: 'Kettle' }, null]);
  });
});
