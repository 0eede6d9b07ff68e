import { describe, expect, it } from 'vitest';
import { buildWorkspace } from '../../../test/builders/workspace.ts';
import { visibleTopic } from './visible-topic.ts';

describe('what changes without a commit', () => {
  it('is told to admins, and to nobody else (security A3)', () => {
    const { services } = buildWorkspace();
    const told = (username: string) =>
      visibleTopic(services, services.views.userByName(username)?.id ?? '', 'public_access');
    expect(told('admin')).toEqual({ collections: ['public_access'], documents: [] });
    for (const username of ['viewer', 'editor', 'approver', 'nobody']) expect(told(username)).toBeNull();
  });

  it('is not told to an admin who is disabled', () => {
    const workspace = buildWorkspace();
    const admin = workspace.services.views.userByName('admin');
    if (admin) workspace.store.seed('users', { ...admin, disabled: true });
    expect(visibleTopic(workspace.services, admin?.id ?? '', 'public_access')).toBeNull();
  });
});
