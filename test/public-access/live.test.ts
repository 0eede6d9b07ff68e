import { expect, it } from 'vitest';
import { createLiveEvents } from '../../server/faces/app/events.ts';
import { buildWorkspace } from '../builders/workspace.ts';

it('a change of public access reaches the open pages of admins as it is announced, until they are closed', () => {
  const { services } = buildWorkspace();
  const events = createLiveEvents(services);
  const heard: unknown[] = [];
  const listen = (username: string) =>
    events.listen(services.views.userByName(username)?.id ?? '', (name, data) =>
      heard.push([username, name, data]),
    );
  listen('viewer');
  const close = listen('admin');
  services.topics.announce('public_access');
  expect(heard).toEqual([['admin', 'change', { collections: ['public_access'], documents: [] }]]);
  close();
  services.topics.announce('public_access');
  expect(heard).toHaveLength(1);
  events.close();
});
