import { beforeEach, describe, expect, it } from 'vitest';
import { buildWorkspace, type TestWorkspace } from '../../../test/builders/workspace.ts';
import { acceptLoss } from './accept-loss.ts';

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
    expect(await workspace.as('admin', acceptLoss, {})).toEqual({ accepted: [] });
    expect(await workspace.store.audit({ limit: 9 })).toEqual([]);
  });
});
