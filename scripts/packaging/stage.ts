import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtFiles } from './built-files.ts';
import { pageOf } from './repository.ts';
import { thirdPartyNotices } from './notices.ts';
import { shippedPackages } from './shipped-packages.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** `desktop`: the program with its window, run by Electron. `server`: the same without, run by Node. */
export type Kind = 'desktop' | 'server';

/** What the build leaves behind. */
const DIST = join(root, 'dist');

/** What is started; the rest follows from it. */
const ENTRIES: Record<Kind, string[]> = {
  desktop: ['main/index.js', 'main/preload.cjs'],
  server: ['commonplace.js'],
};

/** The programs beside ours, such as the tunnel's, one folder for each system: `linux-x64/`. */
export const PROGRAMS = join(root, 'assets/bin');

export interface StageOptions {
  kind: Kind;
  /** Is emptied first. */
  folder: string;
  /** The built program; the pages are those of `dist/` in any case. */
  dist?: string | undefined;
  /** Where the programs beside ours are; null leaves them out. */
  programs?: string | null;
  /** Where the program comes from, `owner/name` at GitHub; null where nobody says so. */
  repository?: string | null | undefined;
}

/** Where things were put. */
export interface Staged {
  /** What Electron packs into its archive, or the whole server. */
  app: string;
  /** What lies beside Electron's archive. */
  resources: string;
}

/** The system that this machine has, and that packages are made for. */
export const TARGET = `${process.platform}-${process.arch}`;

/** Copies the files that people install, and no others, from the built project into a folder. */
export async function stage({
  kind,
  folder,
  dist = DIST,
  programs = PROGRAMS,
  repository = null,
}: StageOptions): Promise<Staged> {
  await rm(folder, { recursive: true, force: true });
  const app = join(folder, 'app');
  const resources = join(folder, 'resources');
  await Promise.all([mkdir(app, { recursive: true }), mkdir(resources, { recursive: true })]);
  for (const path of ['package.json', ...(await builtFiles(dist, ENTRIES[kind]))])
    await cp(join(dist, path), join(app, 'dist', path));
  await cp(join(DIST, 'renderer'), join(app, 'dist/renderer'), { recursive: true });
  await copyAssets(kind, app);
  await copyNativePackages(app);
  await writeTexts([app, resources]);
  await writeFile(
    join(app, 'package.json'),
    `${JSON.stringify(await manifest(kind, repository), null, 2)}\n`,
  );
  if (kind === 'server') await cp(join(root, 'packaging/systemd'), join(app, 'systemd'), { recursive: true });
  if (programs !== null) await copyPrograms(kind, join(programs, TARGET), { app, resources });
  return { app, resources };
}

/** Assets that a running program reads: icons in their own form, not their drawings. */
async function copyAssets(kind: Kind, app: string): Promise<void> {
  const assets = join(root, 'assets');
  await cp(assets, join(app, 'assets'), {
    recursive: true,
    filter(source) {
      const [first, second = 'tray'] = relative(assets, source).split(sep);
      if (first === 'bin' || first === 'licenses' || basename(source) === 'tsconfig.json') return false;
      return first !== 'icons' || (kind === 'desktop' && second === 'tray');
    },
  });
}

/** The packages with a file that only the operating system can load, which therefore cannot be bundled. */
async function copyNativePackages(app: string): Promise<void> {
  const modules = join(root, 'node_modules');
  const bindings = await readdir(join(modules, '@node-rs'));
  const argon2 = bindings.filter((name) => name === 'argon2' || name.startsWith(`argon2-${TARGET}`));
  for (const name of argon2)
    await copyPackage(join(modules, '@node-rs', name), join(app, 'node_modules/@node-rs', name), () => true);
  const locks = 'fs-native-extensions';
  const wanted = new Set(['', 'package.json', 'LICENSE', 'prebuilds', join('prebuilds', TARGET)]);
  await copyPackage(
    join(modules, locks),
    join(app, 'node_modules', locks),
    (path) => wanted.has(path) || path.startsWith(join('prebuilds', TARGET, sep)),
  );
}

function copyPackage(from: string, to: string, isWanted: (path: string) => boolean): Promise<void> {
  return cp(from, to, {
    recursive: true,
    dereference: true,
    filter: (source) => isWanted(relative(from, source)) && !/\.(?:md|d\.ts|bare)$/.test(source),
  });
}

async function writeTexts(folders: readonly string[]): Promise<void> {
  const notices = await thirdPartyNotices(await shippedPackages(root));
  for (const folder of folders) {
    await cp(join(root, 'LICENSE'), join(folder, 'LICENSE'));
    await writeFile(join(folder, 'THIRD-PARTY-NOTICES.txt'), notices);
  }
}

/** The server looks for them where the sources have them; Electron's own place for such things is `resources/`. */
async function copyPrograms(kind: Kind, folder: string, { app, resources }: Staged): Promise<void> {
  if (!existsSync(folder)) return;
  const place = kind === 'server' ? join(app, 'assets/bin', TARGET) : join(resources, 'bin');
  await cp(folder, place, { recursive: true });
}

/** Debian wants an address in every package; a trial that nobody publishes has none. */
const NO_HOMEPAGE = 'https://commonplace.invalid/';

/** Nothing that a tool for the sources would read: no scripts, no dependencies. The update notice reads `repository`. */
async function manifest(kind: Kind, repository: string | null): Promise<object> {
  const {
    name,
    version,
    description,
    license,
    homepage = repository === null ? NO_HOMEPAGE : pageOf(repository),
  } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Record<string, string>;
  const author = 'The Commonplace authors';
  const source = repository !== null && {
    repository: { type: 'git', url: `git+${pageOf(repository)}.git` },
  };
  const common = { name, version, description, license, author, homepage, ...source, private: true };
  return kind === 'server'
    ? { ...common, bin: { commonplace: 'dist/commonplace.js' }, engines: { node: '>=22.12' } }
    : {
        ...common,
        productName: 'Commonplace',
        main: 'dist/main/index.js',
        desktopName: 'commonplace.desktop',
      };
}
