import { describe, expect, it } from 'vitest';
import { TEST_PLACE } from '../../../test/builders/place.ts';
import { buildWorkspace } from '../../../test/builders/workspace.ts';
import type { ServerPlace } from '../../server-place.ts';
import { updateSettings } from '../settings/update.ts';
import { readPlace } from './place.ts';

function workspaceAt(place: Partial<ServerPlace>) {
  const workspace = buildWorkspace();
  workspace.services.place = { ...TEST_PLACE, ...place };
  return {
    read: () => workspace.as('admin', readPlace, {}),
    set: (changes: object) => workspace.as('admin', updateSettings, changes),
  };
}

describe('where the workspace listens', () => {
  it('is where its settings say, until they say otherwise: then the next start is needed', async () => {
    const { read, set } = workspaceAt({});
    expect(await read()).toMatchObject({ port: 7420, needs_restart: false, data_folder: '/data' });
    await set({ port: 8080 });
    expect(await read()).toMatchObject({ port: 7420, needs_restart: true, is_port_moved: false });
    await set({ port: 7420, local_network: true });
    expect(await read()).toMatchObject({ is_on_network: false, needs_restart: true });
  });

  it('given a flag named the port, the flag wins: the setting needs no start', async () => {
    const { read, set } = workspaceAt({
      given: { port: true, host: false },
      listening: { port: 9000, isOnNetwork: false },
    });
    await set({ port: 8080 });
    expect(await read()).toMatchObject({
      port: 9000,
      is_port_given: true,
      is_port_moved: false,
      needs_restart: false,
    });
  });

  it('given another program had the port, says that it moved', async () => {
    const { read } = workspaceAt({ listening: { port: 7422, isOnNetwork: false } });
    expect(await read()).toMatchObject({ port: 7422, is_port_moved: true, needs_restart: false });
  });

  it('given nobody listens, has no port', async () => {
    const { read, set } = workspaceAt({ listening: null, startedWith: null });
    await set({ port: 8080 });
    expect(await read()).toMatchObject({ port: null, is_port_moved: false, needs_restart: false });
  });
});
