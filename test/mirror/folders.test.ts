import { cpSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AppError } from '../../server/errors.ts';
import { createMirror } from '../../server/mirror/create-mirror.ts';
import { MANIFEST_NAME, manifestStamp, readManifest } from '../../server/mirror/manifest.ts';
import { runPass } from '../../server/mirror/run-pass.ts';
import { readMirrorStatus } from '../../server/operations/markdown-mirror/status.ts';
import { writeMirror } from '../../server/operations/markdown-mirror/write.ts';
import { updateSettings } from '../../server/operations/settings/update.ts';
import { filesIn, openMirrorWorld, type MirrorWorld } from './mirror-world.ts';

const MINUTE = 60_000;

let world: MirrorWorld;
beforeEach(async () => {
  world = await openMirrorWorld();
});

/** From now on no picture can be read; answers what makes it whole again. */
function breakPictures(message: string, { code, syscall }: { code: string; syscall: string }): () => void {
  const { services } = world.workspace;
  const whole = services.attachmentFiles;
  services.attachmentFiles = { ...whole };
  services.attachmentFiles.read = () => {
    throw Object.assign(new Error(message), { code, syscall });
  };
  return () => {
    services.attachmentFiles = whole;
  };
}

async function refusalOf(folder: string): Promise<string> {
  const refusal: unknown = await world.workspace
    .as('admin', updateSettings, { markdown_mirror: folder })
    .catch((error: unknown) => error);
  expect(refusal).toMatchObject({ code: 'bad_request' });
  return (refusal as AppError).message;
}

describe('the folder that is chosen', () => {
  it.each([
    ['notes', 'markdown_mirror: must be a whole path, from the top of the disk'],
    ['/nowhere/at/all', 'There is no folder /nowhere/at to make it in.'],
  ])('%s is refused', async (folder, words) => {
    expect(await refusalOf(folder)).toContain(words);
  });

  it('is refused when it holds anything but hidden files', async () => {
    await mkdir(world.folder);
    await mkdir(world.at('.git'));
    await writeFile(world.at('notes.md'), 'Mine.');
    expect(await refusalOf(world.folder)).toBe(
      `markdown_mirror: ${world.folder} is not empty, and is no mirror of this workspace. Choose an empty folder: there is “notes.md” in this one.`,
    );
    expect(await filesIn(world.folder)).toEqual(['notes.md']);
    await rm(world.at('notes.md'));
    await world.choose(world.folder);
    expect(world.mirror.status.state).toBe('up_to_date');
  });

  it.each(['data', 'data/mirror', '.'])('is refused in or around the data folder: %s', async (path) => {
    const words = await refusalOf(join(world.place, path));
    expect(words).toContain('and the data folder lie in each other.');
    expect(await filesIn(world.place)).toEqual([]);
    expect(await readdir(join(world.place, 'data'))).toEqual([]);
  });

  it('is refused when it is a file', async () => {
    await writeFile(world.folder, 'Mine.');
    expect(await refusalOf(world.folder)).toContain(`${world.folder} is a file. Choose a folder.`);
  });

  it('is on record with who has chosen it, and when it ended', async () => {
    await world.choose(world.folder);
    await world.choose('');
    const [ended, chosen] = await world.workspace.store.audit({ limit: 2 });
    expect(chosen?.details).toEqual({ changed: 'markdown_mirror', markdown_mirror: world.folder });
    expect(ended?.details).toEqual({ changed: 'markdown_mirror', markdown_mirror: 'off' });
  });

  it('is refused when it is the mirror of another workspace', async () => {
    await mkdir(world.folder);
    const another = await openMirrorWorld();
    await another.choose(world.folder);
    const words = await refusalOf(world.folder);
    expect(words).toContain('is the mirror of another workspace. Choose an empty folder.');
  });

  it('may be the mirror that it was before, and then only what differs is written', async () => {
    const pump = await world.write('Pump');
    await world.choose(world.folder);
    await world.choose('');
    await world.change(pump, { title: 'Valve' });
    await world.choose(world.folder);
    expect(await world.paths()).toEqual(['handbook/valve.md']);
  });

  it('may be another later: the new one is written, the old one stays as it is', async () => {
    await world.write('Pump');
    await world.choose(world.folder);
    const other = join(world.place, 'other');
    await world.choose(other);
    expect(await filesIn(other)).toEqual(['handbook/pump.md']);
    await world.write('Kettle');
    await world.pass();
    expect(await filesIn(other)).toEqual(['handbook/kettle.md', 'handbook/pump.md']);
    expect(await world.paths()).toEqual(['handbook/pump.md']);
  });
});

describe('a folder that is gone', () => {
  beforeEach(async () => {
    await world.write('Pump');
    await world.choose(world.folder);
  });

  it('is waited for and never made anew by itself, and goes on when it is back', async () => {
    await rename(world.folder, join(world.place, 'unplugged'));
    await world.write('Kettle');
    await world.pass();
    expect(world.mirror.status).toMatchObject({
      state: 'waiting',
      problem: { message: `The mirror is not at ${world.folder}.` },
    });
    expect(await readdir(world.place)).toEqual(['data', 'unplugged']);
    await rename(join(world.place, 'unplugged'), world.folder);
    await world.pass(MINUTE);
    expect(world.mirror.status).toMatchObject({ state: 'up_to_date', problem: null });
    expect(await world.paths()).toEqual(['handbook/kettle.md', 'handbook/pump.md']);
  });

  it('is not taken for the empty folder that a disk leaves where it was', async () => {
    await rename(world.folder, join(world.place, 'unplugged'));
    await mkdir(world.folder);
    await world.write('Kettle');
    await world.pass();
    expect(world.mirror.status.state).toBe('waiting');
    expect(await readdir(world.folder)).toEqual([]);
  });

  it('is made anew when its owner says so', async () => {
    await rm(world.folder, { recursive: true });
    await world.pass(3_600_000);
    await world.workspace.as('admin', writeMirror, {});
    await world.time.advance(0);
    await world.settled();
    expect(await world.paths()).toEqual(['handbook/pump.md']);
  });
});

describe('the list of the mirror', () => {
  it('that is damaged is waited for; told to write again, the mirror makes a new one and loses nothing', async () => {
    await world.write('Pump');
    await world.choose(world.folder);
    await writeFile(world.at(MANIFEST_NAME), '<<<<<<< HEAD');
    await world.pass(3_600_000);
    expect(world.mirror.status.problem?.message).toContain('is damaged');
    await writeFile(world.at('handbook/pump.md'), 'Edited.');
    await world.workspace.as('admin', writeMirror, {});
    await world.time.advance(0);
    await world.settled();
    const paths = await world.paths();
    expect(paths).toContain('handbook/pump.md');
    expect(paths).toContain('handbook/pump (edited 2026-03-01).md');
  });

  it('of a copy of this workspace elsewhere keeps it off, until its owner says that it shall go on', async () => {
    await world.write('Pump');
    await world.choose(world.folder);
    const restored = join(world.place, 'restored');
    await mkdir(restored);
    const { services } = world.workspace;
    services.place = { ...services.place, dataFolder: restored };
    await world.mirror.close();
    await world.write('Kettle');
    await world.restart();
    expect(world.mirror.status).toMatchObject({
      state: 'waiting',
      problem: { message: expect.stringContaining(`in ${join(world.place, 'data')}.`) },
    });
    expect(await world.paths()).toEqual(['handbook/pump.md']);
    await world.workspace.as('admin', writeMirror, {});
    await world.time.advance(0);
    await world.settled();
    expect(await world.paths()).toEqual(['handbook/kettle.md', 'handbook/pump.md']);
  });
});

it('a pass that was killed in its middle is finished by the next one, and nothing is taken for an edit', async () => {
  const ids = await Promise.all(Array.from({ length: 30 }, (_, page) => world.write(`Page ${page}`)));
  await world.choose(world.folder);
  await world.mirror.close();
  for (const id of ids) await world.change(id, { content: `Second of ${id}.` });
  const killed = join(world.place, 'killed');
  const manifest = await readManifest(world.folder);
  if (!manifest) throw new Error('There is no list.');
  await runPass({
    services: world.workspace.services,
    folder: world.folder,
    list: { manifest, stamp: await manifestStamp(world.folder) },
    isThorough: true,
    signal: new AbortController().signal,
    onProgress({ done }) {
      // What a process leaves that ends right here.
      if (done === 10) cpSync(world.folder, killed, { recursive: true });
    },
  });
  await rm(world.folder, { recursive: true });
  await rename(killed, world.folder);
  for (const id of ids) await world.change(id, { content: `Third of ${id}.` });
  await world.restart();
  const paths = await world.paths();
  expect(paths).toHaveLength(30);
  for (const path of paths) expect(await world.text(path)).toContain('Third of');
  expect(world.mirror.status.set_aside).toEqual([]);
  expect((await readdir(world.folder)).toSorted()).toEqual([MANIFEST_NAME, 'handbook']);
});

it('a picture whose bytes are lost is left out and named, and all else is written', async () => {
  const pump = await world.write('Pump');
  await world.addPicture(pump, 'a.png');
  const { services } = world.workspace;
  services.attachmentFiles.read = async function* () {
    yield Buffer.from('not what it was');
  };
  await world.choose(world.folder);
  expect(world.mirror.status).toMatchObject({
    state: 'up_to_date',
    files: 1,
    left_out: [{ path: 'handbook/images/a.png', reason: 'its bytes are lost' }],
  });
  await world.write('Kettle');
  await world.pass();
  expect(world.mirror.status.left_out).toHaveLength(1);
  expect(await world.paths()).toEqual(['handbook/kettle.md', 'handbook/pump.md']);
});

it('a file that cannot be written keeps no other from being written, and is tried again by itself', async () => {
  const pump = await world.write('Pump');
  await world.addPicture(pump, 'a.png');
  const mend = breakPictures('It is held.', { code: 'EBUSY', syscall: 'open' });
  await world.choose(world.folder);
  expect(world.mirror.status).toMatchObject({
    state: 'waiting',
    problem: { message: expect.stringContaining('handbook/images/a.png: another program holds it.') },
  });
  await world.write('Kettle');
  await world.pass();
  expect(await world.paths()).toEqual(['handbook/kettle.md', 'handbook/pump.md']);
  mend();
  await world.pass(10 * MINUTE);
  expect(world.mirror.status).toMatchObject({ state: 'up_to_date', problem: null, left_out: [] });
  expect(await world.paths()).toContain('handbook/images/a.png');
});

it('a full disk is waited for, and what was written by then is not written again', async () => {
  const pump = await world.write('Pump');
  await world.addPicture(pump, 'a.png');
  const mend = breakPictures('It is full.', { code: 'ENOSPC', syscall: 'write' });
  await world.choose(world.folder);
  expect(world.mirror.status).toMatchObject({
    state: 'waiting',
    problem: { message: 'The disk is full.', hint: expect.stringContaining('tried again every minute') },
  });
  const { ino } = await stat(world.at('handbook/pump.md'));
  mend();
  await world.pass(MINUTE);
  expect(world.mirror.status).toMatchObject({ state: 'up_to_date', files: 2, problem: null });
  expect((await stat(world.at('handbook/pump.md'))).ino).toBe(ino);
});

it('its files and folders are for their owner only', async () => {
  await world.write('Pump');
  await world.choose(world.folder);
  const modes = await Promise.all(
    ['.', 'handbook', 'handbook/pump.md', MANIFEST_NAME].map(
      async (path) => (await stat(world.at(path))).mode,
    ),
  );
  expect(modes.map((mode) => (mode & 0o777).toString(8))).toEqual(['700', '700', '600', '600']);
});

it('says that nobody keeps it where no server runs', async () => {
  await world.write('Pump');
  await world.choose(world.folder);
  const { services } = world.workspace;
  services.mirror = createMirror(() => services, { time: world.time });
  expect(await world.workspace.as('admin', readMirrorStatus, {})).toMatchObject({
    state: 'waiting',
    folder: world.folder,
    problem: { message: 'Nobody keeps the mirror while the workspace is not served.' },
  });
  expect(JSON.parse(await readFile(world.at(MANIFEST_NAME), 'utf8'))).toMatchObject({
    workspace: services.store.instanceId,
  });
});

it('is at work from the first moment of a server on, which turns to it once it has answered somebody', async () => {
  await world.choose(world.folder);
  const { services } = world.workspace;
  services.mirror = createMirror(() => services, { time: world.time, isServed: true });
  expect(await world.workspace.as('admin', readMirrorStatus, {})).toMatchObject({
    state: 'working',
    folder: world.folder,
    problem: null,
  });
});
