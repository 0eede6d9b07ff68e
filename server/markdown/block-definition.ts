import type { ContainerDirective, LeafDirective } from 'mdast-util-directive';
import type { Nodes, Parent, RootContent } from 'mdast';
import { closestName } from '../domain/closest-name.ts';
import { wordsOf, type BlockContent, type BlockProblem } from './rich-block.ts';

/** What a definition may look at besides the node itself. */
export interface Surroundings {
  /** The Markdown that the node was read from. */
  slice: string;
  /** Name of the directive around it, if it stands directly in one. */
  directive: string | null;
}

/** A node that a definition knows as its block. */
export interface Recognised {
  content: BlockContent;
  /** The Markdown inside; read on for blocks within blocks. */
  children: readonly RootContent[];
  problems: BlockProblem[];
}

/** Everything that there is to know about a block: parser, checks, writing guide and manual all read it here. */
export interface BlockDefinition {
  /** Its name in the guide, in warnings and in statistics. */
  name: string;
  title: string;
  /** Other words that people and models look it up by. */
  aliases: readonly string[];
  /** What it is for, one sentence. */
  purpose: string;
  /** The syntax to write, as an example that is right as it stands. */
  syntax: string;
  /** Other spellings that are read the same, as examples that are right as they stand. */
  alsoAccepted: readonly { example: string; note: string }[];
  /** Rules that the example does not show, one sentence each. */
  rules: readonly string[];
  /** Names of the directives that are this block. */
  directives: readonly string[];
  /** Languages of the code fences that are this block. */
  fences: readonly string[];
  /** The node as this block, or undefined when it is something else. */
  recognise(node: Nodes, surroundings: Surroundings): Recognised | undefined;
}

export type Directive = ContainerDirective | LeafDirective;

/** A directive's title `[…]` as plain words, or null; and what stands inside of it. */
export function readDirective(node: Directive): { title: string | null; children: RootContent[] } {
  if (node.type === 'leafDirective') {
    const title = node.children.map((child) => wordsOf(child)).join('');
    return { title: title.trim() || null, children: [] };
  }
  const [first, ...rest] = node.children;
  const isLabelled = first?.type === 'paragraph' && first.data?.directiveLabel === true;
  return {
    title: isLabelled ? wordsOf(first).trim() || null : null,
    children: isLabelled ? rest : node.children,
  };
}

/** The directive with one of these names, or undefined. */
export function asDirective(
  node: Nodes,
  type: Directive['type'],
  names: readonly string[],
): Directive | undefined {
  return node.type === type && names.includes(node.name.toLowerCase()) ? node : undefined;
}

export function invalid(message: string, linesBelow?: number): BlockProblem {
  return { code: 'invalid_block', message, ...(linesBelow !== undefined && { linesBelow }) };
}

/** Attributes that a block does not know, each a problem: what is ignored in silence is taken for granted. */
export function unknownAttributes(node: Directive, known: readonly string[]): BlockProblem[] {
  return Object.keys(node.attributes ?? {})
    .filter((name) => !known.includes(name))
    .map((name) => {
      if (name === 'title')
        return invalid(`A title stands in brackets: “${node.name}[Title]”, no attribute.`);
      const closest = closestName(name, known);
      const advice = closest === undefined ? attributeList(known) : `Did you mean “${closest}”?`;
      return invalid(`“${node.name}” has no attribute “${shortened(name)}”. ${advice}`);
    });
}

function attributeList(known: readonly string[]): string {
  return known.length === 0 ? 'It has none: leave out the braces.' : `It knows ${known.join(' and ')}.`;
}

/** Words of the author in our own sentences: short, on one line. */
export function shortened(words: string): string {
  const line = words.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}

/** Whether anything stands inside. */
export function isEmpty(node: Pick<Parent, 'children'>): boolean {
  return node.children.length === 0;
}
