import { describe, expect, it } from 'vitest';
import { readText } from './read-text.ts';

const OPTIONS = { ownOrigins: [], idPrefix: 'text-' };

function read(markdown: string, title?: string) {
  const text = readText(markdown, { ...OPTIONS, ...(title !== undefined && { title }) });
  if (text.kind === 'plain') throw new Error('The text was not laid out.');
  return { html: JSON.stringify(text.tree), outline: text.outline };
}

describe('a text becomes elements', () => {
  it('with anchors as search and links name them, below the page’s own heading without gaps', () => {
    const { outline } = read('# Title\n\n## Set up\n\n#### Deep\n\n## Set up\n', 'Title');
    expect(outline).toEqual([
      { anchor: 'set-up', title: 'Set up', level: 2 },
      { anchor: 'deep', title: 'Deep', level: 3 },
      { anchor: 'set-up-1', title: 'Set up', level: 2 },
    ]);
  });

  it('keeps a first heading that says something else than the title', () => {
    expect(read('# Other\n', 'Title').outline).toEqual([{ anchor: 'other', title: 'Other', level: 2 }]);
  });

  it('without a trace of raw HTML, but for the line breaks that tables need', () => {
    const { html } = read('a<br>b <script>x</script> <b onclick="x">c</b>');
    expect(html).toContain('"br"');
    expect(html).not.toMatch(/script|onclick|"b"/);
  });

  it('names the items of checklists by their words, so that a tick stays when others are added', () => {
    const keys = (markdown: string) =>
      [...read(markdown).html.matchAll(/"item":"([^"]+)"/g)].map(([, key]) => key);
    const [valve, tank, again] = keys('- [ ] Valve\n- [ ] Tank\n- [ ] valve\n');
    expect(new Set([valve, tank, again]).size).toBe(3);
    expect(keys('- [ ] New\n- [x] Tank\n- [ ] Valve\n').slice(1)).toEqual([tank, valve]);
  });

  it('does not give the answers of a quiz away', () => {
    const { html } = read(':::quiz\nWhat first?\n\n- [x] Right\n- [ ] Wrong\n:::\n');
    expect(html).toContain('Right');
    expect(html).not.toMatch(/x-tick|checked|input/);
  });

  it('or stays plain when it nests deeper than a page can be laid out', () => {
    const nested = `${'*x '.repeat(400)}y${'*'.repeat(400)}`;
    expect(readText(nested, OPTIONS)).toEqual({ kind: 'plain' });
  });
});
