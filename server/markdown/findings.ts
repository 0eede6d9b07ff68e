import type { Nodes, Paragraph, Root } from 'mdast';
import { shortened } from './block-definition.ts';
import { blockDefinitions, directiveNames } from './blocks/catalog.ts';
import { brokenImages, brokenLinks } from './document-links.ts';
import type { CheckContext, WarningCode } from './check.ts';
import { closestName } from '../domain/closest-name.ts';
import { sliceOf } from './recognise.ts';

/** Something noteworthy in a parsed passage; `line` counts from 1 at its start. `title` is a heading of level 1. */
export interface Finding {
  code: WarningCode | 'title';
  message: string;
  line: number;
}

export const UNCLOSED_FENCE =
  'Nothing closes this code fence. End it with the same marks on a line of their own.';
export const UNCLOSED_DIRECTIVE =
  'Nothing closes this block. End it with as many colons on a line of their own; a block around it has more colons.';

interface Walk {
  /** Lines that were meant to open a block, and whose ends are still to come. */
  misreadOpenings: number;
  source: string;
  context: CheckContext;
  findings: Finding[];
}

/** Everything in a tree that its author should know, or that counts towards such. */
export function findInTree(tree: Root, source: string, context: CheckContext): Finding[] {
  const walk: Walk = { misreadOpenings: 0, source, context, findings: [] };
  visit(walk, tree, 1);
  return walk.findings;
}

function visit(walk: Walk, node: Nodes, lineAround: number): void {
  const line = node.position?.start.line ?? lineAround;
  const found = (code: Finding['code'], message: string, below = 0) =>
    walk.findings.push({ code, message, line: line + below });
  switch (node.type) {
    case 'richBlock':
      if (warnOfOpenEnd(walk, node, found)) break;
      for (const { code, message, linesBelow } of node.problems) found(code, message, linesBelow);
      break;
    case 'code':
      warnOfOpenEnd(walk, node, found);
      break;
    case 'heading':
      if (node.depth === 1) found('title', '');
      break;
    case 'image':
    case 'imageReference':
      if (!node.alt?.trim())
        found('missing_alt', 'This image has no description. Say what it shows: ![Description](…).');
      if (node.type === 'image') warnOfBrokenImages(walk, node.url, found);
      break;
    case 'link':
    case 'definition':
      for (const id of brokenLinks(node.url, walk.context))
        found(
          'broken_link',
          `No document that you may see has the id ${shortened(id)}. Find it with search_docs.`,
        );
      if (node.type === 'definition') warnOfBrokenImages(walk, node.url, found);
      break;
    case 'paragraph':
      for (const { message, code, below } of misreadLines(walk, node)) found(code, message, below);
      break;
    default:
      break;
  }
  if ('children' in node) for (const child of node.children) visit(walk, child, line);
}

type Report = (code: Finding['code'], message: string) => void;

function warnOfBrokenImages({ context }: Walk, address: string, found: Report): void {
  for (const id of brokenImages(address, context))
    found(
      'broken_image',
      `No image that you may see has the id ${shortened(id)}. Add it with add_image, and put the Markdown of its reply here.`,
    );
}

/** A fence or directive that ends with its surroundings: whatever else is wrong comes of that. */
function warnOfOpenEnd({ source }: Walk, node: Nodes, found: Report): boolean {
  const lines = sliceOf(source, node).trimEnd().split('\n');
  const marks = /^(`{3,}|~{3,}|:{3,})/.exec(lines[0] ?? '')?.[1];
  if (marks === undefined) return false;
  const last = lines.length > 1 ? (lines.at(-1) ?? '').replace(/^[ \t>]*/, '').trimEnd() : '';
  if (last.startsWith(marks) && last === marks.charAt(0).repeat(last.length)) return false;
  if (marks.startsWith(':')) found('unclosed_directive', UNCLOSED_DIRECTIVE);
  else found('unclosed_fence', UNCLOSED_FENCE);
  return true;
}

/** Lines that look like a directive and are text all the same. */
function misreadLines(walk: Walk, paragraph: Paragraph) {
  const slice = sliceOf(walk.source, paragraph);
  if (!slice.includes('::')) return [];
  return slice.split('\n').flatMap((line, below) => {
    const marks = /^[ \t>]{0,40}(:{2,})[ \t]*(?:([A-Za-z][\w-]{0,40})(.*))?$/.exec(line.trimEnd());
    if (!marks?.[1]) return [];
    const [, colons, name, rest = ''] = marks;
    const problem = name === undefined ? strayEnd(walk, colons) : misread(colons, name, rest);
    if (problem && name !== undefined && colons.length > 2) walk.misreadOpenings += 1;
    return problem ? [{ ...problem, below }] : [];
  });
}

interface Problem {
  code: WarningCode;
  message: string;
}

function strayEnd(walk: Walk, colons: string): Problem | undefined {
  if (colons.length < 3) return undefined;
  if (walk.misreadOpenings > 0) {
    walk.misreadOpenings -= 1;
    return undefined;
  }
  return {
    code: 'invalid_block',
    message:
      'These colons close nothing. A block around others has more colons than those inside: ::::tabs around :::tab.',
  };
}

function misread(colons: string, written: string, rest: string): Problem | undefined {
  const name = written.toLowerCase();
  const example = syntaxOf(name);
  if (!directiveNames.includes(name))
    return colons.length > 2 || /^(?:[[{].*)?$/.test(rest) ? unknownBlock(written) : undefined;
  const isLeaf = example?.startsWith('::') === true && !example.startsWith(':::');
  if (isLeaf !== (colons.length === 2)) {
    const how = isLeaf
      ? `two colons and is not closed: ::${name}[Title]{src="…"}`
      : `three colons and an end: :::${name}[Title] … :::`;
    return { code: 'invalid_block', message: `“${name}” is written with ${how}.` };
  }
  if (isLeaf && !/^[ \t]*(?:[[{]|$)|\{[^{}]*\}$/.test(rest)) return undefined;
  const line = shortened(`${colons}${name}${inBrackets(rest.trim(), isLeaf)}`);
  return {
    code: 'invalid_block',
    message: `This line is not read as a block: a title stands in brackets, without spaces around. Write ${line} alone on its line.`,
  };
}

/** What was written behind a name, as it should have been: models know `:::note Title` from elsewhere. */
function inBrackets(rest: string, isLeaf: boolean): string {
  const [, words = '', attributes = ''] = /^\[?([^[\]{}]*)\]?[ \t]*(\{[^{}]*\})?$/.exec(rest) ?? [];
  const title = words.trim() === '' ? (rest === attributes ? '' : '[Title]') : `[${words.trim()}]`;
  return `${title}${attributes || (isLeaf ? '{src="…"}' : '')}`;
}

function syntaxOf(name: string): string | undefined {
  return blockDefinitions.find(({ directives }) => directives.includes(name))?.syntax;
}

function unknownBlock(written: string): Problem {
  const closest = closestName(written, directiveNames);
  const advice =
    closest === undefined ? `Blocks: ${directiveNames.join(', ')}.` : `Did you mean “${closest}”?`;
  return {
    code: 'unknown_block',
    message: `There is no block “${shortened(written)}”; it stays plain text. ${advice}`,
  };
}
