import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunksOf } from './chunks.ts';

const words = (word: string, count = 60) => `${word} `.repeat(count).trim();
const page = (content: string, over = {}) => chunksOf({ title: 'Pumps', summary: '', content, ...over });

describe('chunks', () => {
  it('are one a section, with the title and the headings above in front', () => {
    const chunks = page(`${words('intro')}\n\n# Care\n\n${words('care')}\n\n## Oil\n\n${words('oil')}`);
    expect(chunks.map(({ text, section, anchor }) => ({ text, section, anchor }))).toEqual([
      { text: `Pumps\n${words('intro')}`, section: null, anchor: null },
      { text: `Pumps\nCare\n${words('care')}`, section: 'Care', anchor: 'care' },
      { text: `Pumps\nCare › Oil\n${words('oil')}`, section: 'Oil', anchor: 'oil' },
    ]);
  });

  it('begin with the summary', () => {
    expect(page(words('text'), { summary: 'In short.' })[0]?.text).toBe(
      `Pumps\nIn short.\n\n${words('text')}`,
    );
  });

  it('are the title alone for a page without text', () => {
    expect(page('')).toMatchObject([{ text: 'Pumps', section: null }]);
    expect(page(' \n ', { summary: 'In short.' })).toMatchObject([{ text: 'Pumps\nIn short.' }]);
  });

  it('join a short section with the next one, so that no vector stands for three words', () => {
    const chunks = page(`# One\n\nshort\n\n# Two\n\n${words('long')}`);
    expect(chunks).toHaveLength(1);
    expect(chunks[0]).toMatchObject({ section: 'Two', text: expect.stringContaining('One\nshort') });
  });

  it('of a long section are several, cut between paragraphs', () => {
    const paragraph = words('word', 180);
    const chunks = page(`# Long\n\n${[paragraph, paragraph, paragraph, paragraph].join('\n\n')}`);
    expect(chunks).toHaveLength(4);
    expect(new Set(chunks.map(({ text }) => text))).toEqual(new Set([`Pumps\nLong\n${paragraph}`]));
  });

  it('of a section that an edit did not touch keep their hashes', () => {
    const text = (middle: string) =>
      ['One', middle, 'Three'].map((name) => `# ${name}\n\n${words(name)}`).join('\n\n');
    const before = new Set(page(text('Two')).map(({ hash }) => hash));
    const after = page(text('Changed')).map(({ hash }) => hash);
    expect(after).toHaveLength(3);
    expect(after.filter((hash) => before.has(hash))).toHaveLength(2);
  });

  it('are at most 64 of bounded length, well-formed and the same each time, whatever the text is', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.constantFrom('# Heading\n\n', '## Sub\n', '```\n', '\n\n', words('word', 400), '😀'.repeat(900)),
    );
    const text = fc.array(piece, { maxLength: 120 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, (content) => {
        const chunks = page(content);
        expect(chunks.length).toBeGreaterThan(0);
        expect(chunks.length).toBeLessThanOrEqual(64);
        for (const chunk of chunks) {
          expect(chunk.text.length).toBeLessThanOrEqual(2200);
          expect(chunk.text.isWellFormed()).toBe(true);
        }
        expect(page(content)).toEqual(chunks);
      }),
      { numRuns: 60 },
    );
  });

  it('of 2 MB without a break are cut in no time', () => {
    expect(page('a'.repeat(2_000_000))).toHaveLength(64);
    expect(page('# a\n'.repeat(500_000)).length).toBeLessThanOrEqual(64);
  });
});
