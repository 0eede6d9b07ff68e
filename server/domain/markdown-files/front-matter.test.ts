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
