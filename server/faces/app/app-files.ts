import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { APP_PAGES } from '../../assets.ts';
import { AppError } from '../../errors.ts';
import type { HttpContext } from '../http/request-context.ts';
import { sendAnswer } from '../pages/send-answer.ts';

/** Where the pages load their parts from, below the listener's root. */
export const APP_ASSETS = '/app/assets';

/**
 * The policy of the app's pages (desktop shell facts, §3): scripts are our own files only. Styles may be inline
 * because the component library writes them so; frames are our own sandboxed ones for diagrams, and those of a
 * page's embeds once a reader asked for them.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self' https:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * The pages that go into the app's sandboxed frames, with their policies (security H3, H5). They have no origin, so
 * they hold nothing of ours; the one draws diagrams and may ask nobody for anything, the other shows one picture.
 */
const FRAMES: Readonly<Record<string, string>> = {
  'diagram.html': framePolicy(["style-src 'self' 'unsafe-inline'", 'img-src data:']),
  'picture.html': framePolicy([
    "style-src 'self'",
    // A reader's own render server may run on their machine.
    'img-src https: http://localhost:* http://127.0.0.1:*',
  ]),
};

function framePolicy(more: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    ...more,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts',
  ].join('; ');
}

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
};

/** Names as the build makes them: nothing else is looked for on disk (security Z1). */
const FILE_NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/;

interface AppFile {
  type: string;
  plain: Buffer;
  packed: Buffer;
  tag: string;
}

const pack = promisify(gzip);
const loaded = new Map<string, Promise<AppFile>>();

/** Reads and packs a built file at its first use. */
function load(path: string): Promise<AppFile> {
  let file = loaded.get(path);
  if (!file) {
    file = read(path);
    loaded.set(path, file);
    file.catch(() => loaded.delete(path));
  }
  return file;
}

async function read(path: string): Promise<AppFile> {
  const type = TYPES[path.slice(path.lastIndexOf('.') + 1)];
  if (type === undefined) throw noSuchFile();
  const plain = await readFile(fileURLToPath(new URL(path, APP_PAGES))).catch(() => {
    throw noSuchFile();
  });
  return { type, plain, packed: await pack(plain), tag: `"${hash('sha256', plain, 'hex').slice(0, 16)}"` };
}

function noSuchFile(): AppError {
  return new AppError('not_found', 'The app has no such file.', {
    hint: 'Load the page again. If it stays, the app was not built: run `npm run build`.',
  });
}

/** A built file, with the headers that it always goes out with. */
export interface AppFileAnswer {
  file: AppFile;
  headers: Record<string, string>;
}

/**
 * The file at a path below the app's root, for whoever serves it: a listener, or the window's own scheme.
 *
 * @throws {AppError} not_found for a path that the build made nothing for
 */
export async function appFileAt(path: string): Promise<AppFileAnswer> {
  if (path === '/') return page();
  if (path === '/icon.svg') return icon();
  if (path.startsWith(`${APP_ASSETS}/`)) return asset(path.slice(APP_ASSETS.length + 1));
  if (path.startsWith('/frames/')) return frame(path.slice('/frames/'.length));
  throw noSuchFile();
}

/** The page that everything begins with. It is asked for anew each time, so that an update is seen at once. */
async function page(): Promise<AppFileAnswer> {
  return {
    file: await load('index.html'),
    headers: {
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': POLICY,
      'X-Frame-Options': 'DENY',
      'X-Robots-Tag': 'noindex, nofollow',
    },
  };
}

async function asset(name: string): Promise<AppFileAnswer> {
  if (!FILE_NAME.test(name)) throw noSuchFile();
  return {
    file: await load(`app/assets/${name}`),
    headers: {
      'Cache-Control': 'public, max-age=31536000, immutable',
      // Our sandboxed frames load them too, and have no origin. There is nothing of the workspace in them.
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    },
  };
}

async function frame(name: string): Promise<AppFileAnswer> {
  const policy = Object.hasOwn(FRAMES, name) ? FRAMES[name] : undefined;
  if (policy === undefined) throw noSuchFile();
  return {
    file: await load(`frames/${name}`),
    headers: {
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': policy,
      'X-Robots-Tag': 'noindex, nofollow',
    },
  };
}

async function icon(): Promise<AppFileAnswer> {
  return { file: await load('icon.svg'), headers: { 'Cache-Control': 'public, max-age=86400' } };
}

/** Answers a listener's request for a file of the app. @throws {AppError} not_found, as `appFileAt` */
export async function answerAppFile(ctx: HttpContext, path: string): Promise<void> {
  const { file, headers } = await appFileAt(path);
  const known = { ...headers, ETag: file.tag, Vary: 'Accept-Encoding', 'Content-Type': file.type };
  if (ctx.get('If-None-Match') === file.tag) sendAnswer(ctx, Buffer.alloc(0), known, 304);
  else if (ctx.acceptsEncodings('gzip', 'identity') === 'gzip') {
    sendAnswer(ctx, file.packed, { ...known, 'Content-Encoding': 'gzip' });
  } else sendAnswer(ctx, file.plain, known);
}
