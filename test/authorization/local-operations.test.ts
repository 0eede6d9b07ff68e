import { describe, expect, it } from 'vitest';
import { perform } from '../../server/operations/perform.ts';
import { operations } from '../../server/operations/registry.ts';
import { DESK_ONLY, PEOPLE_ONLY, SIGN_IN_ONLY, UPLOAD_LINK_ONLY } from './expected-reach.ts';
import { refusalOf } from './refusal.ts';
import { isSameState, takeSnapshot } from './snapshot.ts';
import { seedToken } from './credentials.ts';
import { buildWorld } from './world.ts';

const JOB = '7b0c6f4e-3f0a-4d53-9f5a-0d8c3c1f2a11';

/** Design §3: "people and workspace settings only on the desk"; decisions: "Approve/reject only in the app". */
describe('what no token reaches, whatever its owner’s role', () => {
  const closed = operations.filter(({ reach }) => reach !== undefined);

  it.each(closed.map((operation) => [operation.name, operation] as const))(
    '%s is refused for an admin’s token with read and write, before its input is looked at',
    async (_name, operation) => {
      const { workspace } = await buildWorld({ role: 'admin', trainingManager: true }, 'open');
      const { id, name } = seedToken(workspace, 'admin', ['read', 'write']);
      const before = takeSnapshot(workspace.store);
      for (const via of ['rest', 'mcp'] as const) {
        const actor = workspace.actor('admin', { via, credential: { kind: 'personal_token', id, name } });
        const refusal = await refusalOf(perform(workspace.services, operation, actor, { unknown: true }));
        expect(refusal).toMatchObject({
          code: 'forbidden',
          status: 403,
          message: expect.stringContaining(operation.summary),
        });
      }
      expect(isSameState(before, takeSnapshot(workspace.store))).toBe(true);
    },
  );

  it('a credential of a kind that is not named for them does not reach them either', async () => {
    const { workspace } = await buildWorld({ role: 'admin', trainingManager: true }, 'open');
    const credential = Object.assign({ kind: 'desk' as const }, { kind: 'of tomorrow' });
    for (const operation of closed) {
      const actor = workspace.actor('admin', { via: 'app', credential });
      const refusal = await refusalOf(perform(workspace.services, operation, actor, {}));
      expect([operation.name, refusal.code]).toEqual([operation.name, 'forbidden']);
    }
  });

  it('are exactly the ones in the table', () => {
    expect(closed.map(({ name }) => name).toSorted()).toEqual(
      [...DESK_ONLY, ...PEOPLE_ONLY, ...SIGN_IN_ONLY, ...UPLOAD_LINK_ONLY].toSorted(),
    );
  });

  it('at the desk too, running the workspace is for admins: editors and approvers are refused', async () => {
    const { workspace } = await buildWorld({ role: 'viewer', trainingManager: true }, 'open');
    const forAdmins: Record<string, object> = {
      'audit.list': {},
      'audit.verify': {},
      'backup.create': {},
      'backup.delete': { name: 'a' },
      'backup.list': {},
      'backup.preview': { archive: 'a' },
      'backup.restore': { archive: 'a' },
      'backup.status': {},
      'desktop.read': {},
      'desktop.restart': {},
      'desktop.update': { close_to_tray: true },
      'markdown_files.announce': { job_id: JOB, files: [{ path: 'a.md', size: 1 }] },
      'markdown_files.cancel': { job_id: JOB },
      'markdown_files.download': {},
      'markdown_files.drafts': { job_id: JOB },
      'markdown_files.export': {},
      'markdown_files.import': { path: '/a', space: 'handbook' },
      'markdown_files.receive': { name: 'a', files: 1, bytes: 1, space: 'handbook' },
      'markdown_files.send': { job_id: JOB, at: 0, data: new Uint8Array(1) },
      'markdown_files.status': {},
      'markdown_mirror.status': {},
      'markdown_mirror.write': {},
      'search.check': {},
      'search.rebuild': {},
      'diagnostics.attempts': {},
      'diagnostics.read': {},
      'diagnostics.report': {},
      'diagnostics.run': {},
      'search.status': {},
      'diagnostics.tell_cause': { client: 'Claude', cause: 'A bot rule.', has_member: true },
      'public_access.note_address': {},
      'public_access.pause': {},
      'public_access.read': {},
      'public_access.resume': {},
      'public_access.set_tunnel_token': { token: null },
      'public_access.update': { mode: 'quick_tunnel' },
      'settings.read': {},
      'settings.update': { workspace_name: 'Mine' },
      'settings.set_embeddings_key': { key: null },
      'spaces.create': { slug: 'mine' },
      'spaces.update': { slug: 'handbook', name: 'Mine' },
      'spaces.set_member': { slug: 'handbook', username: 'viewer', right: 'edit' },
      'users.list': {},
      'users.create': { username: 'friend', role: 'admin' },
      'users.update': { username: 'viewer', role: 'admin' },
      'tokens.create': { username: 'admin', name: 'Not mine' },
      'tokens.list': {},
      'workspace.verify': {},
      'workspace.accept_loss': {},
      'workspace.add_sample': {},
      'workspace.place': {},
      'first_run.read': {},
      'first_run.update': { step: 'sample' },
      'workspace.initialize': { username: 'me' },
      'trash.sweep': {},
    };
    const before = takeSnapshot(workspace.store);
    for (const operation of operations) {
      const input = forAdmins[operation.name];
      if (!input) continue;
      for (const username of ['viewer', 'editor', 'approver']) {
        const { code } = await refusalOf(workspace.as(username, operation, input));
        expect([operation.name, code]).toEqual([operation.name, 'forbidden']);
      }
    }
    expect(isSameState(before, takeSnapshot(workspace.store))).toBe(true);
  });

  it('the program’s own operations are refused even for an admin at the desk', async () => {
    const { workspace } = await buildWorld({ role: 'admin', trainingManager: true }, 'open');
    const inputs: Record<string, object> = {
      'diagnostics.tell_cause': { client: 'Claude', cause: 'A bot rule.', has_member: true },
      'public_access.note_address': {},
      'trash.sweep': {},
      'workspace.initialize': { username: 'me' },
    };
    for (const operation of operations.filter(({ name }) => Object.hasOwn(inputs, name))) {
      const attempt = workspace.as('admin', operation, inputs[operation.name]);
      expect(await refusalOf(attempt)).toMatchObject({ code: 'forbidden' });
    }
  });
});
