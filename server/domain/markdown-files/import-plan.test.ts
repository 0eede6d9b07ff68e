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

describe('what Obsidian writes becomes what is meant', () => {
  const vault = (text: string, more: Record<string, string> = {}) => {
    let count = 0;
    const files = {
      'garden/a.md': text,
      'herbs/basil.md': '# Basil',
      'x/twin.md': '',
      'y/twin.md': '',
      ...more,
    };
    const list = Object.entries(files).map(([path, content]) => ({ path, bytes: Buffer.from(content) }));
    const others = new Set(['pictures/leaf.png', 'broken.png', 'plan.pdf']);
    const images = new Map([['pictures/leaf.png', 'image/png' as const]]);
    const made = finish(planImport(list, others, (kind) => `${kind}${(count += 1)}`, images));
    const titles = new Map(made.pages.map(({ id, title }) => [id, title]));
    const content = made.pages.find(({ title }) => title === 'A')?.content ?? '';
    const shown = content
      .replaceAll(/\/documents\/(\w+)/g, (_, id: string) => titles.get(id) ?? '?')
      .replaceAll(/\/attachments\/\w+\//g, '');
    return { shown, dead: made.deadLinks.map(({ link: dead }) => dead), missing: made.missingImages };
  };

  it.each([
    ['[[basil]]', '[basil](Basil)'],
    ['[[Basil.md|the herb]]', '[the herb](Basil)'],
    ['[[herbs/basil#Seeds in spring]]', '[herbs/basil > Seeds in spring](Basil#seeds-in-spring)'],
    ['[[../herbs/basil#^1f2e|x]]', '[x](Basil)'],
    ['| [[basil\\|b]] |', '| [b](Basil) |'],
    ['[[x/twin]]', '[x/twin](Twin)'],
    ['![[leaf.png]]', '![leaf](leaf.png)'],
    ['![[leaf.png|300]]', '![leaf](leaf.png)'],
    ['![[pictures/leaf.png|A leaf]]', '![A leaf](leaf.png)'],
    ['[[leaf.png|see]]', '[see](leaf.png)'],
    ['![[basil]]', '[basil](Basil)'],
  ])('%s: %s', (written, shown) => {
    expect(vault(written)).toEqual({ shown, dead: [], missing: [] });
  });

  it.each([
    '`[[basil]]`',
    '```\n[[basil]]\n```',
    '\\[[basil]]',
    '[[basil]](https://example.com)',
    '[[a\nb]]',
  ])('leaves %j as it is', (written) => {
    expect(vault(written)).toEqual({ shown: written, dead: [], missing: [] });
  });

  it.each(['[[nothing]]', '[[twin]]', '![[plan.pdf]]'])(
    'leaves %s, which is not there or not clear, and reports it',
    (written) => {
      expect(vault(written)).toEqual({ shown: written, dead: [written], missing: [] });
    },
  );

  it('reports pictures that are missing, in either notation', () => {
    expect(vault('![[gone.png|9]] ![](lost.png)')).toMatchObject({
      shown: '![[gone.png|9]] ![](lost.png)',
      missing: [
        { path: 'garden/a.md', image: 'lost.png' },
        { path: 'garden/a.md', image: 'gone.png' },
      ],
    });
  });

  it('is read in linear time', () => {
    for (const piece of ['[[', '![[a', '[[a|', '[[a]]`', '\\['])
      expect(vault(piece.repeat(30_000)).shown.length).toBeGreaterThan(0);
  });
});

it('says once for all files what is not kept of their front matter', () => {
  const { notes } = plan({ 'a.md': '---\ndate: 1\nauthor: b\n---\n', 'b.md': '---\ndate: 2\n---\n' });
  expect(notes).toEqual([{ note: 'Not kept from front matter: date, author', files: 2 }]);
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
      { note: 'import and export lines of MDX were dropped', files: 1 },
      { note: 'JSX elements of MDX were kept as text', files: 1 },
      { note: 'Not kept from front matter: author', files: 1 },
    ]);
    expect(result.deadLinks).toEqual([{ path: 'guides.md', link: 'guides/missing.md' }]);
    expect(result.images).toBe(1);
  });
});

it('names what a page lacks once, however often the page shows it or leads there', () => {
  const text = '![](x.png) ![](x.png) [a](gone.md) [b](gone.md)';
  const { deadLinks, missingImages } = plan({ 'a.md': text, 'b.md': text });
  expect(deadLinks).toEqual(['a.md', 'b.md'].map((path) => ({ path, link: 'gone.md' })));
  expect(missingImages).toEqual(['a.md', 'b.md'].map((path) => ({ path, image: 'x.png' })));
});

it('skips what is longer than a document may be, or holds NUL', () => {
  expect(plan({ 'long.md': 'x'.repeat(2_000_001), 'nul.md': 'a\0b' }).skipped).toEqual([
    { path: 'long.md', reason: 'it is longer than a document may be' },
    { path: 'nul.md', reason: 'it holds NUL characters' },
  ]);
});
