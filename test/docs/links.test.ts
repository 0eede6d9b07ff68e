import { existsSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { outline } from '../../server/domain/outline.ts';
import { finish } from '../../server/sliced-work.ts';
import { blocksOf } from './markdown-blocks.ts';
import { readRepositoryFile } from './pages.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Written by `npm run bench`, so a fresh clone may not have it. */
const GENERATED = 'docs/benchmarks.md';

const paths: string[] = [];
for await (const path of glob(['*.md', 'docs/**/*.md'], { cwd: ROOT })) paths.push(path);
const pages = new Map(
  await Promise.all(paths.map(async (path) => [path, await readRepositoryFile(path)] as const)),
);

interface Link {
  from: string;
  path: string;
  anchor: string | undefined;
}

function linksOf(from: string, page: string): Link[] {
  const code = blocksOf(page).filter(({ language }) => language !== 'heading');
  const prose = code.reduce((text, block) => text.replace(block.text, ''), page);
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']) => {
    if (/^[a-z]+:/.test(target)) return [];
    const [path = '', anchor] = target.split('#');
    return [{ from, path: path === '' ? from : posix.join(posix.dirname(from), path), anchor }];
  });
}

const links = [...pages].flatMap(([from, page]) => linksOf(from, page));

describe('links between the pages of this repository', () => {
  it('are found', () => expect(links.length).toBeGreaterThan(20));

  it.each(links.filter(({ path }) => path !== GENERATED))('$from → $path#$anchor', ({ path, anchor }) => {
    expect(existsSync(posix.join(ROOT, path))).toBe(true);
    if (anchor === undefined) return;
    expect(finish(outline(pages.get(path) ?? '')).map((heading) => heading.anchor)).toContain(anchor);
  });
});
