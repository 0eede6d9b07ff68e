import { createHash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join, posix, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { extractFile, listPackage, statFile } from '@electron/asar';
import { systemErrorCode } from '../../server/system-error.ts';
import { TARGET, type Kind } from './stage.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** What every package holds, by its kind. The pages' own files and the threads' are found where they are named. */
const REQUIRED: Record<Kind | 'common', string[]> = {
  common: [
    'package.json',
    'LICENSE',
    'THIRD-PARTY-NOTICES.txt',
    'dist/package.json',
    'dist/renderer/index.html',
    'dist/renderer/icon.svg',
    'dist/renderer/frames/diagram.html',
    'dist/renderer/frames/picture.html',
    'assets/pages/page.css',
    'assets/sample-space/welcome.md',
    'assets/upload/upload-page.js',
  ],
  desktop: [
    'dist/main/index.js',
    'dist/main/preload.cjs',
    'assets/icons/tray/trayTemplate.png',
    'assets/icons/tray/trayTemplate@2x.png',
    'assets/icons/tray/tray-light.png',
    'assets/icons/tray/tray-dark.png',
  ],
  server: ['dist/commonplace.js', 'dist/cli.js'],
};

/** What tells of a mistake wherever it lies: sources, maps, hidden files, keys. */
const FORBIDDEN =
  /\.(?:map|tsx?|env|pem|p12|key)$|\.test\.js$|(?:^|\/)\.|^(?:server|main|renderer|test|scripts|docs)\//;

/** What a package holds. */
export interface Files {
  /** With `/`, from the top. */
  paths: string[];
  read: (path: string) => string;
  /** Whether the file lies beside the archive, where the system can load it. */
  isOutside: (path: string) => boolean;
}

/** The files in Electron's archive, and those that were left beside it. */
export function filesOfArchive(archive: string): Files {
  // The archive is asked in the words of this system.
  const native = (path: string) => path.split('/').join(sep);
  const paths = listPackage(archive, { isPack: false })
    .map((path) => path.split(sep).join('/').replace(/^\//, ''))
    .filter((path) => !('files' in statFile(archive, native(path))));
  return {
    paths,
    read: (path) => extractFile(archive, native(path)).toString(),
    isOutside: (path) => {
      const found = statFile(archive, native(path));
      return 'unpacked' in found && found.unpacked === true;
    },
  };
}

/** The files of a folder, as those of an archive. */
export async function filesOfFolder(folder: string): Promise<Files> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
  return { paths, read: (path) => readFileSync(join(folder, path), 'utf8'), isOutside: () => true };
}

/** What is missing in a package, or should not be in it; one sentence each. */
export async function problemsOfFiles(files: Files, kind: Kind): Promise<string[]> {
  const there = new Set(files.paths);
  const required = [...REQUIRED.common, ...REQUIRED[kind], ...(await threads()), ...filesOfPages(files)];
  return [
    ...required.filter((path) => !there.has(path)).map((path) => `${path} is missing.`),
    ...files.paths.filter(isForbidden).map((path) => `${path} does not belong into a package.`),
    ...problemsOfNativeFiles(files),
  ];
}

function isForbidden(path: string): boolean {
  return !path.startsWith('node_modules/') && FORBIDDEN.test(path);
}

/** Each thread of the server starts a file of its own. */
async function threads(): Promise<string[]> {
  const sources = await readdir(join(root, 'server'), { recursive: true });
  return sources
    .filter((path) => path.endsWith('-worker.ts'))
    .map((path) => `dist/${basename(path, '.ts')}.js`);
}

const PAGE = 'dist/renderer/index.html';
const SCRIPTS = 'dist/renderer/app/assets/';

/** How a bundled script of the pages names another, or a style. */
const PART = /["'`](?:\.\/|app\/assets\/)([\w.-]+-[\w-]{8}\.(?:js|css))["'`]/g;

/** What the page loads, and what that loads later. */
function filesOfPages({ paths, read }: Files): string[] {
  if (!paths.includes(PAGE)) return [];
  const first = [...read(PAGE).matchAll(/(?:src|href)="(\.\/[^"]+)"/g)].map(([, path = '']) =>
    posix.join(posix.dirname(PAGE), path),
  );
  const scripts = paths.filter((path) => path.startsWith(SCRIPTS) && path.endsWith('.js'));
  const later = scripts.flatMap((path) =>
    [...read(path).matchAll(PART)].map(([, name = '']) => SCRIPTS + name),
  );
  return [...new Set([...first, ...later])];
}

const NATIVE_PACKAGES = ['@node-rs/argon2', 'fs-native-extensions'];

/** Password hashing and the lock of the data folder need a file for this very system; no other package is left. */
function problemsOfNativeFiles({ paths, isOutside }: Files): string[] {
  const native = paths.filter((path) => path.endsWith('.node'));
  const isOf = (name: string) => (path: string) => path.startsWith(`node_modules/${name}`);
  const missing = NATIVE_PACKAGES.filter(
    (name) => !native.some((path) => isOf(name)(path) && path.includes(TARGET)),
  );
  const foreign = paths.filter(
    (path) => path.startsWith('node_modules/') && !NATIVE_PACKAGES.some((name) => isOf(name)(path)),
  );
  return [
    ...missing.map((name) => `${name} has no native file for ${TARGET}.`),
    ...foreign.map((path) => `${path} is neither bundled nor native.`),
    ...native
      .filter((path) => !isOutside(path))
      .map((path) => `${path} lies in the archive, where the system cannot load it.`),
  ];
}

/**
 * What is wrong with the tunnel's program in a package (security C4): it is the one that is pinned, everybody can
 * start it, and its licence lies beside it.
 *
 * @param sha256 the checksum that is pinned for this system; undefined when there is none
 */
export async function problemsOfTunnelProgram(folder: string, sha256: string | undefined): Promise<string[]> {
  const isWindows = process.platform === 'win32';
  const name = isWindows ? 'cloudflared.exe' : 'cloudflared';
  const program = join(folder, name);
  const mode = await modeOf(program);
  if (mode === undefined)
    return [`The tunnel's program ${name} is missing: run \`npm run fetch-cloudflared\` first.`];
  const problems: string[] = [];
  if (!isWindows && (mode & 0o111) !== 0o111) problems.push(`${name} cannot be started by everybody.`);
  if (sha256 === undefined) problems.push(`No checksum is pinned for ${name} on ${TARGET}.`);
  else if ((await sha256Of(program)) !== sha256)
    problems.push(`${name} is not the pinned one: its checksum differs.`);
  const names = await readdir(folder);
  if (!names.some((one) => /licen[cs]e/i.test(one))) problems.push(`The licence of ${name} is missing.`);
  return problems;
}

async function modeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mode;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** SHA-256 of a file, in hexadecimal. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Texts that lie beside Electron's archive, where people find them; one sentence for each that does not. */
export async function problemsOfTexts(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  return ['LICENSE', 'THIRD-PARTY-NOTICES.txt']
    .filter((name) => !names.includes(name))
    .map((name) => `${name} is missing beside the archive.`);
}

/** @throws {Error} naming every problem at once, if there is one */
export function refuse(problems: readonly string[]): void {
  if (problems.length > 0) throw new Error(`The package is not complete.\n- ${problems.join('\n- ')}`);
}
