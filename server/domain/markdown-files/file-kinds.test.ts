import { describe, expect, it } from 'vitest';
import { isImageName, isMarkdownName, leftOut, withoutCommonFolder } from './file-kinds.ts';

describe('the files of an import', () => {
  it.each(['a.md', 'deep/er/B.MDX', 'c.markdown'])('%s is a page', (path) => {
    expect([isMarkdownName(path), isImageName(path)]).toEqual([true, false]);
  });

  it.each(['a.png', 'deep/B.JPEG', 'c.svg', 'd.heic'])('%s may be a picture', (path) => {
    expect([isMarkdownName(path), isImageName(path)]).toEqual([false, true]);
  });

  it.each(['a.md.txt', 'md', 'a.pdf', 'png'])('%s is something else', (path) => {
    expect([isMarkdownName(path), isImageName(path)]).toEqual([false, false]);
  });

  it.each([
    ['notes/a.md', undefined],
    ['node_modules', undefined],
    ['.hidden.md', { path: '.hidden.md', reason: 'it is hidden' }],
    ['notes/.git/objects/a', { path: 'notes/.git/', reason: 'it is hidden' }],
    ['__MACOSX/notes/._a.md', { path: '__MACOSX/', reason: 'it is hidden' }],
    [
      'app/node_modules/b/README.md',
      { path: 'app/node_modules/', reason: 'it holds the packages of a program' },
    ],
    ['.trash/node_modules/a', { path: '.trash/', reason: 'it is hidden' }],
  ])('%s is left out: %j', (path, expected) => {
    expect(leftOut(path)).toEqual(expected);
  });

  it.each([
    [
      ['notes/a.md', 'notes/b/c.md', '__MACOSX/notes/._a.md'],
      ['a.md', 'b/c.md', '__MACOSX/notes/._a.md'],
    ],
    [
      ['notes/a.md', 'b.md'],
      ['notes/a.md', 'b.md'],
    ],
    [['a.md'], ['a.md']],
    [['notes/notes/a.md'], ['notes/a.md']],
    [['.obsidian/app.json'], ['.obsidian/app.json']],
  ])('of %j, without the folder that all are in: %j', (paths, expected) => {
    expect(paths.map(withoutCommonFolder(paths))).toEqual(expected);
  });
});
