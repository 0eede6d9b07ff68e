import { describe, expect, test } from 'vitest';
import { finish } from '../sliced-work.ts';
import { blockDefinitions } from './blocks/catalog.ts';
import { checkMarkdown } from './check.ts';
import { closestBlocks, findBlock, writingGuide } from './guide.ts';
import { parseMarkdown } from './parse.ts';
import type { RichBlock } from './rich-block.ts';

const CONTEXT = { resolves: () => true, resolvesImage: () => true };
const examples = blockDefinitions.flatMap(({ name, syntax, alsoAccepted }) =>
  [syntax, ...alsoAccepted.map(({ example }) => example)].map((example) => ({ name, example })),
);

describe('the writing guide', () => {
  test.each(examples)(
    'an example of $name parses without a warning, as that block and nothing else',
    ({ name, example }) => {
      expect(finish(checkMarkdown(example, CONTEXT))).toEqual([]);
      const blocks = parseMarkdown(example).children;
      expect(blocks.map(({ type }) => type)).toEqual(['richBlock']);
      expect(findBlock((blocks[0] as RichBlock).content.block)?.name).toBe(name);
    },
  );

  test('its examples side by side, and itself as a document, parse without a warning', () => {
    expect(finish(checkMarkdown(examples.map(({ example }) => example).join('\n\n'), CONTEXT))).toEqual([]);
    expect(finish(checkMarkdown(writingGuide(), CONTEXT))).toEqual([]);
  });

  test('it holds every block, in at most 2,500 tokens of about 4 characters', () => {
    const guide = writingGuide();
    for (const { example } of examples) expect(guide).toContain(example);
    expect(guide.length).toBeLessThan(10_000);
    expect(guide.isWellFormed()).toBe(true);
  });

  test('a block is found by its name, its title, and other words for it', () => {
    const found = [
      'callout',
      'Interactive checklist',
      'admonition',
      'task-list',
      'puml',
      'IFRAME',
      'details',
      'tab',
    ];
    expect(found.map((name) => findBlock(name)?.name)).toEqual([
      'callout',
      'checklist',
      'callout',
      'checklist',
      'plantuml',
      'embed',
      'accordion',
      'tabs',
    ]);
  });

  test('no name stands for two blocks', () => {
    for (const block of blockDefinitions)
      for (const name of [block.name, block.title, ...block.aliases, ...block.directives, ...block.fences])
        expect(findBlock(name)).toBe(block);
  });

  test('a name that is no block leads to the closest one, or to all', () => {
    expect(findBlock('calout')).toBeUndefined();
    expect(closestBlocks('calout')).toEqual(['callout']);
    expect(closestBlocks('constructor')).toEqual(blockDefinitions.map(({ name }) => name));
  });
});
