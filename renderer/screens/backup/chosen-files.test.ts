import { describe, expect, it } from 'vitest';
import { bytesOf, chosenWords, sortChosen } from './chosen-files.ts';

const files = (...paths: string[]) => paths.map((path) => ({ path, file: new Blob(['12345']) }));

describe('what is sent of what somebody chose', () => {
  it('are the pages and pictures of a folder; of hidden folders and of the others only names', () => {
    const chosen = sortChosen(
      files(
        'vault/a.md',
        'vault/b.mdx',
        'vault/img/c.PNG',
        'vault/plan.pdf',
        'vault/old.zip',
        'vault/.git/HEAD',
        'vault/.git/objects/aa',
        'vault/site/node_modules/x/README.md',
        'vault/.DS_Store',
      ),
    );
    expect(chosen.sent.map(({ path }) => path)).toEqual(['vault/a.md', 'vault/b.mdx', 'vault/img/c.PNG']);
    expect(chosen.named).toHaveLength(5);
    expect(chosen.named.filter((path) => path.startsWith('vault/.git/'))).toHaveLength(1);
    expect(chosen).toMatchObject({ name: 'vault', pages: 2, images: 1, isArchive: false });
    expect(chosenWords(chosen)).toBe('2 pages, 1 picture; 5 other files left out');
    expect(bytesOf(chosen)).toBe(15);
  });

  it('is an archive by itself', () => {
    const chosen = sortChosen(files('wiki.ZIP'));
    expect(chosen).toMatchObject({ name: 'wiki.ZIP', isArchive: true, named: [] });
    expect(chosenWords(chosen)).toBe('ZIP archive');
  });

  it('are single files, by their number; an archive among them is for the server to refuse', () => {
    const chosen = sortChosen(files('a.md', 'b.zip'));
    expect(chosen).toMatchObject({ name: '2 files', isArchive: false, pages: 1, images: 0 });
    expect(chosen.sent).toHaveLength(2);
  });

  it('is nothing of nothing', () => {
    expect(sortChosen([])).toMatchObject({ name: '', sent: [], named: [], isArchive: false });
  });
});
