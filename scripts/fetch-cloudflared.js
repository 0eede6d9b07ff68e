import { createHash, randomBytes } from 'node:crypto';
import { chmod, copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

/**
 * Fetches the pinned tunnel program into `assets/bin/<system>/`, from where it runs and is packaged:
 * `npm run fetch-cloudflared -- [system …]`, such as `darwin-arm64`; this computer's when none is named. A byte that is
 * not the pinned one is never put into place (security C4).
 */
const root = new URL('../', import.meta.url);
const PINNED = fileURLToPath(new URL('assets/cloudflared.json', root));
const LICENSE = fileURLToPath(new URL('assets/licenses/cloudflared-LICENSE.txt', root));
const FOLDER = fileURLToPath(new URL('assets/bin/', root));
const RELEASES = 'https://github.com/cloudflare/cloudflared/releases/download';
const LIMIT_MS = 300_000;
const TAR_BLOCK = 512;

/**
 * @typedef {{ asset: string, sha256?: string, archive_sha256?: string }} PinnedProgram
 * @typedef {{ version: string, programs: Record<string, PinnedProgram> }} Pinned
 * @typedef {(url: string) => Promise<Uint8Array>} Download
 */

/** @type {Download} */
async function download(url) {
  const answer = await fetch(url, { signal: AbortSignal.timeout(LIMIT_MS) }).catch((cause) => {
    throw new Error(`${url} cannot be reached: is this computer online?`, { cause });
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}.`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** @returns {Promise<Pinned>} version, and per system such as `linux-x64` the release's file and its checksums */
export async function readPinned() {
  return JSON.parse(await readFile(PINNED, 'utf8'));
}

/**
 * @param {{ system: string, pinned: Pinned, folder?: string, download?: Download }} options
 * @returns {Promise<string>} path of the program; what was there before stays when this fails
 */
export async function fetchProgram({ system, pinned, folder = FOLDER, download: get = download }) {
  const { asset, sha256, archive_sha256: archived } = checksumsOf(pinned, system);
  const place = join(folder, system);
  const path = join(place, system.startsWith('win32') ? 'cloudflared.exe' : 'cloudflared');
  if (!(await isSame(path, sha256))) {
    const bytes = await get(`${RELEASES}/${pinned.version}/${asset}`);
    if (archived !== undefined) expectSum(bytes, archived, asset);
    const program = archived === undefined ? bytes : fromArchive(gunzipSync(bytes));
    expectSum(program, sha256, asset);
    await putIntoPlace(path, place, program);
  }
  await copyFile(LICENSE, join(place, 'LICENSE.cloudflared.txt'));
  return path;
}

/** @param {Pinned} pinned @param {string} system */
function checksumsOf({ programs, version }, system) {
  const program = programs[system];
  if (program === undefined) {
    throw new Error(
      `cloudflared ${version} is not pinned for ${system}: ${Object.keys(programs).join(', ')} are.`,
    );
  }
  const { asset, sha256, archive_sha256 } = program;
  if (sha256 === undefined || (asset.endsWith('.tgz') && archive_sha256 === undefined)) {
    throw new Error(`No checksum is pinned for ${asset} ${version}, so it is not fetched.`);
  }
  return { asset, sha256, archive_sha256 };
}

/** @param {string} path @param {Uint8Array} program */
async function putIntoPlace(path, place, program) {
  await mkdir(place, { recursive: true });
  const temporary = `${path}.${randomBytes(6).toString('hex')}.part`;
  try {
    await writeFile(temporary, program, { flag: 'wx' });
    await chmod(temporary, 0o755);
    await rename(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
}

/** The one file of Cloudflare's archives. @param {Uint8Array} archive */
function fromArchive(archive) {
  const bytes = Buffer.from(archive);
  for (let at = 0; at + TAR_BLOCK <= bytes.length;) {
    const field = (from, length) =>
      bytes.toString('latin1', at + from, at + from + length).replace(/\0.*$/s, '');
    const size = Number.parseInt(field(124, 12).trim(), 8) || 0;
    const start = at + TAR_BLOCK;
    if (/^(?:\.\/)?cloudflared$/.test(field(0, 100))) return bytes.subarray(start, start + size);
    at = start + Math.ceil(size / TAR_BLOCK) * TAR_BLOCK;
  }
  throw new Error('The archive holds no cloudflared.');
}

/** @param {Uint8Array} bytes */
function sumOf(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}

/** @param {Uint8Array} bytes @param {string} sha256 @param {string} asset */
function expectSum(bytes, sha256, asset) {
  const got = sumOf(bytes);
  if (got !== sha256) {
    throw new Error(
      `${asset} is not the pinned one: its checksum is ${got}, not ${sha256}. Nothing was changed.`,
    );
  }
}

/** @param {string} path @param {string} sha256 */
async function isSame(path, sha256) {
  try {
    return sumOf(await readFile(path)) === sha256;
  } catch {
    return false;
  }
}

async function main() {
  const named = process.argv.slice(2);
  const systems = named.length > 0 ? named : [`${process.platform}-${process.arch}`];
  const pinned = await readPinned();
  for (const system of systems) {
    process.stdout.write(`${await fetchProgram({ system, pinned })}\n`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main().catch((error) => {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  });
}
