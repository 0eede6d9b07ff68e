import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asTitle, FrontMatterError, readMarkdownFile, writeMarkdownFile } from './front-matter.ts';

describe('front matter', () => {
  it('gives title, summary, tags, type and status', () => {
    const text =
      '---\ntitle: 1.10\ndescription: What it is\ntags: [a, b]\ntype: sop\nstatus: published\n---\n\nText\n';
    expect(readMarkdownFile(text)).toEqual({
      frontMatter: {
        title: '1.10',
        summary: 'What it is',
        tags: ['a', 'b'],
        type: 'sop',
        status: 'published',
      },
      body: 'Text\n',
      notes: [],
      notKept: [],
    });
  });

  it('may list tags with commas, and call a draft a draft', () => {
    const { frontMatter } = readMarkdownFile('---\ntags: a, b , a\ndraft: true\n---\n');
    expect(frontMatter).toEqual({ tags: ['a', 'b'], status: 'draft' });
  });

  it('names keys and types that mean nothing here', () => {
    const { notes, notKept, frontMatter } = readMarkdownFile('---\nsidebar: left\ntype: recipe\n---\nText');
    expect(notKept).toEqual(['sidebar']);
    expect(notes).toEqual(['type “recipe” is not known; the page became “knowledge”']);
    expect(frontMatter.type).toBeUndefined();
  });

  it.each<[string, 'draft' | 'published' | undefined]>([
    ['status: Draft', 'draft'],
    ['status: [draft]', 'draft'],
    ['STATUS: draft', 'draft'],
    ['draft: true', 'draft'],
    ['draft: True', 'draft'],
    ['draft: yes', 'draft'],
    ['draft: " On "', 'draft'],
    ['draft: 1', 'draft'],
    ['draft: [yes]', 'draft'],
    ['Draft: true', 'draft'],
    ['status: published\ndraft: true', 'draft'],
    ['status: draft\ndraft: false', 'draft'],
    ['status: " Published "', 'published'],
    ['status: published\ndraft: No', 'published'],
    ['draft: false', undefined],
    ['draft: 0', undefined],
    ['draft:', undefined],
    ['status: ~', undefined],
  ])('that says %j makes the status %s', (yaml, status) => {
    const { frontMatter, notes, notKept } = readMarkdownFile(`---\n${yaml}\n---\nText`);
    expect([frontMatter.status, notes, notKept]).toEqual([status, [], []]);
  });

  it.each([
    ['status: in-review', 'status “in-review” is not known; the page became a draft'],
    ['status: [draft, wip]', 'status “draft, wip” is not known; the page became a draft'],
    ['status: {a: 1}', 'a status that is not text is not known; the page became a draft'],
    ['draft: maybe', 'draft “maybe” is not known; the page became a draft'],
    ['draft: {a: 1}', 'a draft that is not text is not known; the page became a draft'],
    ['status: published\ndraft: maybe', 'draft “maybe” is not known; the page became a draft'],
  ])('that is not clearly to be published, such as %j, makes a draft and says so', (yaml, note) => {
    const { frontMatter, notes } = readMarkdownFile(`---\n${yaml}\n---\nText`);
    expect([frontMatter.status, notes]).toEqual(['draft', [note]]);
  });

  it('says that tags are dropped which are neither a list nor text', () => {
    const { frontMatter, notes } = readMarkdownFile('---\ntags: {a: 1}\n---\nText');
    expect([frontMatter.tags, notes]).toEqual([[], ['tags that are neither a list nor text were dropped']]);
  });

  it.each(['---\ntitle: [\n---\n', '---\na: 1\na: 2\n---\n', '---\n"title\n---\n'])(
    'that is broken is refused: %j',
    (text) => {
      expect(() => readMarkdownFile(text)).toThrow(FrontMatterError);
    },
  );

  it('cannot grow without bounds by repeating itself', () => {
    const lines = ['a: &a [x, x, x, x, x, x, x, x, x]'];
    for (const [from, to] of ['ab', 'bc', 'cd', 'de', 'ef', 'fg', 'gh']) {
      lines.push(`${to}: &${to} [${Array(9).fill(`*${from}`).join(', ')}]`);
    }
    expect(() => readMarkdownFile(`---\n${lines.join('\n')}\n---\n`)).toThrow(FrontMatterError);
  });

  it.each([
    '---\njust a line\n---\ntext',
    '--- \n\nText',
    'Text\n---\na: b\n---\n',
    '---\ntitle: never closed\n',
  ])('is not what stands in %j', (text) => {
    expect(readMarkdownFile(text)).toEqual({ frontMatter: { tags: [] }, body: text, notes: [], notKept: [] });
  });

  it('is read back as it was written, with the text byte for byte', () => {
    const line = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
      .map(asTitle)
      .filter((text) => text !== '');
    const paragraph = fc.array(
      fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('\n', '---', '# ', ': ', '- ')),
    );
    fc.assert(
      fc.property(
        line,
        fc.uniqueArray(
          line.map((tag) => tag.slice(0, 20).trim()).filter((tag) => tag !== '' && tag.isWellFormed()),
        ),
        paragraph,
        paragraph,
        (title, tags, summary, body) => {
          const text = body.join('');
          const fields = { title, tags, summary: summary.join('') };
          const read = readMarkdownFile(writeMarkdownFile(fields, text));
          expect(read.body).toBe(text);
          expect(read.frontMatter).toEqual({
            title,
            tags,
            ...(fields.summary === '' ? {} : { summary: fields.summary }),
          });
          expect(read.notes).toEqual([]);
        },
      ),
    );
  });
});
