import { existsSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Runs a packed desktop program from its unpacked archive, in this process, on the stand-in for Electron: does what a
 * person does first, ends it, and prints what came of it as one line of JSON.
 *
 *   node packed-desktop-on-fake.ts APP_FOLDER RESOURCES_FOLDER ROOT_FOLDER
 */
const [, , appFolder = '', resources = '', root = ''] = process.argv;
const fakePath = new URL('../fakes/electron.ts', import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: fakePath, shortCircuit: true } : next(specifier, context),
});

const electron = await import('../fakes/electron.ts');
Object.assign(electron.system, { folder: root, isPackaged: true });
Object.assign(process, { resourcesPath: resources });
process.argv = ['commonplace', '--data', join(root, 'workspace'), '--port', '0', '--log-level', 'error'];

// What is done a minute after the start, such as the look for a newer version, is done at once.
const { setTimeout: later } = globalThis;
Object.assign(globalThis, {
  setTimeout: (work: () => void, milliseconds: number, ...rest: []) =>
    later(work, milliseconds === 60_000 ? 0 : milliseconds, ...rest),
});
const asked: string[] = [];
electron.system.fetch = async (url) => {
  asked.push(url);
  return Response.json({});
};

const pictures: string[] = [];
electron.nativeImage.createFromPath = (path) => {
  pictures.push(path);
  return { path };
};

const ended = new Promise<number>((resolve) => {
  electron.app.once('exited', resolve);
});
createRequire(pathToFileURL(join(appFolder, 'package.json')))('./dist/main/index.js');

const call = await eventually(() => electron.record.calls.get('desk:call'));
const serve = await eventually(() => electron.record.protocols.get('app'));
const window = await eventually(() => electron.record.windows.at(-1));
const frame = { senderFrame: { url: 'app://desk/', parent: null } };
const spaces: unknown = await call(frame, 'spaces.list', {});
const page = await serve(new Request('app://desk/'));
const html = await page.text();
const script = /src="\.\/([^"]+)"/.exec(html)?.[1] ?? 'no script';
const preload = String(window.options.webPreferences?.preload);
const seen = {
  spaces,
  page: page.status,
  script: (await serve(new Request(`app://desk/${script}`))).status,
  isPreloadThere: existsSync(preload),
  pictures: pictures.map((path) => existsSync(path)),
  asked,
};
await eventually(() => asked.at(0));
electron.app.quit();
process.stdout.write(`${JSON.stringify({ ...seen, exitCode: await ended })}\n`);
process.exit(0);

/** What the program does at its start it does in turns; each is looked at once. */
async function eventually<T>(look: () => T | undefined): Promise<T> {
  for (;;) {
    const found = look();
    if (found !== undefined) return found;
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
}
