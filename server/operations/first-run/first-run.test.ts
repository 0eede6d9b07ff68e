import { beforeEach, describe, expect, it } from 'vitest';
import { buildServices, type TestServices } from '../../../test/builders/services.ts';
import type { Actor } from '../define.ts';
import { perform } from '../perform.ts';
import { readSettings } from '../settings/read.ts';
import { updateSettings } from '../settings/update.ts';
import { initializeWorkspace } from '../workspace/initialize.ts';
import { readFirstRun } from './read.ts';
import { updateFirstRun } from './update.ts';

const PROGRAM: Actor = {
  user_id: null,
  credential: { kind: 'system' },
  scopes: ['read', 'write'],
  via: 'system',
  client: null,
  request_id: 'req_test',
  ip: null,
  base_url: 'http://127.0.0.1',
};

let services: TestServices;
beforeEach(() => {
  services = buildServices();
});

const setUp = (input: object) =>
  perform(services, initializeWorkspace, PROGRAM, { username: 'ada', ...input });
const desk = (): Actor => ({
  ...PROGRAM,
  user_id: services.views.userByName('ada')?.id ?? null,
  credential: { kind: 'desk' },
  via: 'app',
});
const read = () => perform(services, readFirstRun, desk(), {});
const update = (input: object) => perform(services, updateFirstRun, desk(), input);
const openSteps = async () =>
  (await read()).steps.filter(({ state }) => state === 'open').map(({ step }) => step);

describe('the first run of a workspace that was made in the app', () => {
  beforeEach(() => setUp({ first_run: true }));

  it('leads through folder, sample, address, self-test, assistant and phone; the desktop’s step is the desktop’s', async () => {
    expect(await read()).toMatchObject({ is_open: true, is_over: false });
    expect(await openSteps()).toEqual(['backup', 'sample', 'address', 'check', 'assistant', 'phone']);
  });

  it('“each step can be skipped”: what is done or skipped is behind the person, in whatever order', async () => {
    await update({ step: 'phone', state: 'skipped' });
    await update({ step: 'backup' });
    expect(await openSteps()).toEqual(['sample', 'address', 'check', 'assistant']);
    expect((await read()).steps).toContainEqual({ step: 'phone', state: 'skipped' });
  });

  it('is over when no step is open', async () => {
    for (const step of await openSteps()) await update({ step, state: 'skipped' });
    expect(await read()).toMatchObject({ is_open: false });
  });

  it('is over when the owner has had enough of it, whatever is still open', async () => {
    await update({ is_over: true });
    expect(await read()).toMatchObject({ is_open: false, is_over: true });
    expect(await openSteps()).not.toEqual([]);
  });

  it('does not suffer from changed settings, nor they from it', async () => {
    await update({ step: 'sample' });
    await perform(services, updateSettings, desk(), { training: true });
    await update({ step: 'backup' });
    expect(await openSteps()).toEqual(['address', 'check', 'assistant', 'phone']);
    expect(await perform(services, readSettings, desk(), {})).toMatchObject({ training: true });
  });

  it.each([{}, { step: 'coffee' }, { step: 'sample', state: 'open' }])('refuses %j', async (input) => {
    await expect(update(input)).rejects.toMatchObject({ code: 'bad_request' });
  });
});

describe('a workspace that was made by `commonplace init`', () => {
  beforeEach(() => setUp({}));

  it('has no first run to go on with', async () => {
    expect(await read()).toEqual({ is_open: false, is_over: false, steps: [] });
  });

  it('remembers that its owner wants no checklist', async () => {
    await update({ is_over: true });
    expect(await read()).toMatchObject({ is_open: false, is_over: true });
  });
});
