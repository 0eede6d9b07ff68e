import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ASSETS } from '../../assets.ts';
import { AppError } from '../../errors.ts';
import type { HttpContext } from '../http/request-context.ts';
import { sendAnswer } from './send-answer.ts';

/** Files that pages load, in `assets/`. */
const FILES = {
  stylesheet: 'pages/page.css',
  'list-style': 'pages/lists.css',
  'upload-style': 'upload/upload-page.css',
  'upload-script': 'upload/upload-page.js',
  'upload-picture': 'upload/picture.js',
} as const;

export type PageAssetName = keyof typeof FILES;

interface PageAsset {
  path: string;
  type: string;
  bytes: Buffer;
}

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
};

const loaded = new Map<PageAssetName, PageAsset>();

/** Reads a file at its first use; its address changes with its content, so that it may be kept for ever. */
function load(name: PageAssetName): PageAsset {
  let asset = loaded.get(name);
  if (!asset) {
    const ending = FILES[name].slice(FILES[name].lastIndexOf('.') + 1);
    const file = readFileSync(new URL(FILES[name], ASSETS));
    const bytes = ending === 'js' ? withAddresses(FILES[name], file) : file;
    const version = hash('sha256', bytes, 'hex').slice(0, 16);
    asset = { path: `/page-assets/${name}-${version}.${ending}`, type: TYPES[ending] ?? '', bytes };
    loaded.set(name, asset);
  }
  return asset;
}

/** A script whose imports of scripts beside it name the addresses of those. */
function withAddresses(path: string, script: Buffer): Buffer {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const text = script
    .toString('utf8')
    .replaceAll(/(?<= from ')\.\/([\w-]+\.js)(?=';)/g, (_, file: string) => {
      const name = Object.keys(FILES).find((one) => isPageAssetName(one) && FILES[one] === folder + file);
      if (name === undefined || !isPageAssetName(name))
        throw new Error(`${file} is not among the files of pages.`);
      return assetPath(name);
    });
  return Buffer.from(text);
}

/** Where a page finds one of our files. */
export function assetPath(name: PageAssetName): string {
  return load(name).path;
}

function isPageAssetName(name: string): name is PageAssetName {
  return Object.hasOwn(FILES, name);
}

/**
 * Answers `/page-assets/<name>-<version>.<ending>`.
 *
 * @throws {AppError} not_found for another name or a version that is not ours
 */
export function answerAsset(ctx: HttpContext, file: string): void {
  const name = file.slice(0, Math.max(0, file.lastIndexOf('-')));
  const asset = isPageAssetName(name) ? load(name) : undefined;
  if (asset?.path !== `/page-assets/${file}`)
    throw new AppError('not_found', 'There is nothing at this path.');
  sendAnswer(ctx, asset.bytes, {
    'Content-Type': asset.type,
    'Cache-Control': 'public, max-age=31536000, immutable',
  });
}
