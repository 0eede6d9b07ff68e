import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { finish } from '../../sliced-work.ts';
import { planImport, type ImportPlan, type SourceFile } from './import-plan.ts';

const FIXTURE = fileURLToPath(new URL('../../../test/fixtures/import/manual', import.meta.url));

const isMarkdown = (path: string) => /\.(?:md|mdx)$/.test(path);

function sources(folder: string): { markdown: SourceFile[]; others: Set<string> } {
  const all = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  return {
    markdown: all.filter(isMarkdown).map((path) => ({ path, bytes: readFileSync(join(folder, path)) })),
    others: new Set(all.filter((path) => !isMarkdown(path))),
  };
}

function plan(files: Record<string, string>, others: string[] = []): ImportPlan {
  let count = 0;
  const list = Object.entries(files).map(([path, text]) => ({ path, bytes: Buffer.from(text) }));
  return finish(planImport(list, new Set(others), () => `id${(count += 1)}`));
}

/** `Parent / Child` of every page. */
function outline({ pages }: ImportPlan): string[] {
  const byId = new Map(pages.map((page) => [page.id, page]));
  const path = (id: string | undefined): string[] => {
    const page = id === undefined ? undefined : byId.get(id);
    return page ? [...path(page.parent), page.title] : [];
  };
  return pages.map((page) => path(page.id).join(' / '));
}

describe('folders become nested pages', () => {
  it('a folder’s page is the file beside it, else its index or README, else an empty page', () => {
    const files = {
      'a.md': '# A',
      'a/one.md': '# One',
      'b/index.md': '# B',
      'b/two.md': '# Two',
      'c/ReadMe.md': '# C',
      'c/three.md': '# Three',
      'd-and-e/deep/four.md': '# Four',
      'README.md': '# Top',
    };
    expect(outline(plan(files)).toSorted()).toEqual([
      'A',
      'A / One',
      'B',
      'B / Two',
      'C',
      'C / Three',
      'D and e',
      'D and e / Deep',
      'D and e / Deep / Four',
      'Top',
    ]);
  });

  it('the file beside a folder wins; its index is then a page in it', () => {
    expect(outline(plan({ 'a.md': '# A', 'a/index.md': '# I', 'a/index/x.md': '# X' }))).toEqual([
      'A',
      'A / I',
      'A / I / X',
    ]);
  });

  it('parents come before their sub-pages', () => {
    const { pages } = plan({ 'z/y/x.md': '# X', 'a/b.md': '# B' });
    const seen = new Set<string | undefined>([undefined]);
    for (const page of pages) {
      expect(seen).toContain(page.parent);
      seen.add(page.id);
    }
  });
});

/** Where a link in one file of a small folder leads. */
function link(from: string, written: string) {
  const all = plan(
    {
      'guide/setup.md': '# S',
      'guide/index.md': '# G',
      'other page.md': '# O',
      [from]: `x\n\n[a](${written})`,
    },
    ['logo.png'],
  );
  const names = new Map(all.pages.map((page) => [page.id, page.title]));
  const content = all.pages.find((page) => page.content.includes('[a]('))?.content ?? '';
  const [, target = '', anchor = ''] = /\(<?\/documents\/(\w+)([^>]*)>?\)/.exec(content) ?? [];
  return { to: names.get(target), anchor, isDead: all.deadLinks.length > 0, content };
}

describe('links between files become links between documents', () => {
  it.each([
    ['top.md', 'guide/setup.md', 'S', ''],
    ['top.md', './guide/setup.md#part', 'S', '#part'],
    ['guide/x.md', '../guide/setup.md', 'S', ''],
    ['guide/x.md', 'setup', 'S', ''],
    ['guide/x.md', 'setup/', 'S', ''],
    ['guide/x.md', '/guide/setup.md', 'S', ''],
    ['guide/x.md', '/en/guide/setup/#part', 'S', '#part'],
    ['top.md', 'guide/', 'G', ''],
    ['top.md', 'guide', 'G', ''],
    ['top.md', 'GUIDE/Setup.md', 'S', ''],
    ['top.md', 'guide/setup.md?plain=1#part', 'S', '#part'],
    ['top.md', '<other page.md>', 'O', ''],
    ['top.md', 'other%20page.md', 'O', ''],
  ])('in %s, %s leads to page %s', (from, written, to, anchor) => {
    expect(link(from, written)).toMatchObject({ to, anchor, isDead: false });
  });

  it.each([
    'https://example.com/guide/setup.md',
    '//example.com/x',
    'mailto:a@b.c',
    '#part',
    '',
    'logo.png',
    '/documents/doc_0123456789ab#x',
  ])('leaves %j alone', (written) => {
    expect(link('top.md', written)).toMatchObject({
      to: undefined,
      isDead: false,
      content: `x\n\n[a](${written})`,
    });
  });

  it.each(['nothing.md', '../outside.md', '/%E0%A4%A'])('reports %j and leaves it as it is', (written) => {
    expect(link('top.md', written)).toMatchObject({ isDead: true, content: `x\n\n[a](${written})` });
  });
});

it('is made in slices, so that a large folder holds nobody up', () => {
  const large = Array.from({ length: 1_000 }, (_, page) => ({
    path: `${page}.md`,
    bytes: Buffer.from(`---\ntags: [a]\n---\nPage ${page}.`),
  }));
  const work = planImport(large, new Set(), () => 'id');
  let slices = 1;
  while (!work.next().done) slices += 1;
  // All are read once, and the links of each are looked at.
  expect(slices).toBeGreaterThan(1_000 + 1_000 / 50);
});

describe('a folder with all there is', () => {
  const { markdown, others } = sources(FIXTURE);
  let count = 0;
  const result = finish(planImport(markdown, others, () => `doc_${(count += 1)}`));
  const page = (title: string) => result.pages.find((candidate) => candidate.title === title);

  it('takes titles from front matter, the first heading or the file name', () => {
    expect(outline(result).toSorted()).toEqual([
      'All guides',
      'All guides / Advanced',
      'All guides / Advanced / Tuning',
      'All guides / Set up it',
      'Odd name',
      'The manual',
    ]);
  });

  it('takes the other fields from front matter', () => {
    expect(page('All guides')).toMatchObject({
      tags: ['guide', 'start'],
      type: 'sop',
      status: 'published',
      summary: 'Where to begin.',
    });
    expect(page('Tuning')).toMatchObject({ tags: [], type: 'knowledge', summary: 'Faster, with care.' });
  });

  it('rewrites links outside of code only', () => {
    const setup = page('Set up it')?.id;
    const content = page('All guides')?.content ?? '';
    expect(content).toContain(`[s]: /documents/${setup} "Setup"`);
    expect(content).toContain('```md\n[not a link](guides/setup.md)\n```');
    expect(content).toContain('`[this](guides/setup.md)`');
    expect(page('Tuning')?.content).toBe(`<Card title="x">See [setup](/documents/${setup}).</Card>\n`);
  });

  it('says what it skipped, what it did, and which links lead nowhere', () => {
    expect(result.skipped).toEqual([
      { path: 'broken.md', reason: expect.stringContaining('not valid YAML') },
      { path: 'latin1.md', reason: 'it is not UTF-8 text' },
    ]);
    expect(result.notes).toEqual([
      { note: 'front matter key “author” was ignored', files: 1 },
      { note: 'import and export lines of MDX were dropped', files: 1 },
      { note: 'JSX elements of MDX were kept as text', files: 1 },
    ]);
    expect(result.deadLinks).toEqual([{ path: 'guides.md', link: 'guides/missing.md' }]);
    expect(result.images).toBe(1);
  });
});

it('skips what is longer than a document may be, or holds NUL', () => {
  expect(plan({ 'long.md': 'x'.repeat(2_000_001), 'nul.md': 'a\0b' }).skipped).toEqual([
    { path: 'long.md', reason: 'it is longer than a document may be' },
    { path: 'nul.md', reason: 'it holds NUL characters' },
  ]);
});
