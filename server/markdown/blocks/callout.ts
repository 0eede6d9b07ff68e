import type { Blockquote, RootContent } from 'mdast';
import {
  asDirective,
  invalid,
  readDirective,
  shortened,
  unknownAttributes,
  type BlockDefinition,
  type Recognised,
} from '../block-definition.ts';
import { wordsOf, type CalloutKind } from '../rich-block.ts';

const KINDS: Readonly<Record<string, CalloutKind>> = {
  note: 'note',
  tip: 'tip',
  important: 'important',
  warning: 'warning',
  caution: 'caution',
  info: 'note',
  danger: 'caution',
};
const KIND_LIST = 'NOTE, TIP, IMPORTANT, WARNING or CAUTION';

/** The first line of a GitHub alert, e.g. `[!NOTE]`. */
const MARKER = /^\[!([A-Za-z][A-Za-z-]{0,30})\]([^\n]*)/;

export const callout: BlockDefinition = {
  name: 'callout',
  title: 'Callout',
  aliases: ['alert', 'admonition', 'note', 'tip', 'important', 'warning', 'caution', 'info', 'danger'],
  purpose: 'Sets a remark apart from the text.',
  syntax: '> [!WARNING]\n> Stop the sync first.',
  alsoAccepted: [
    {
      example: ':::note[Before you start]\nCharge the battery.\n:::',
      note: 'With a title of its own; info is read as note, danger as caution.',
    },
  ],
  rules: [
    `Kinds: ${KIND_LIST}; behind colons in lower case, such as :::warning.`,
    'The marker stands alone on the first line of the quote, and every line begins with >.',
  ],
  directives: Object.keys(KINDS),
  fences: [],
  recognise(node) {
    if (node.type === 'blockquote') return fromAlert(node);
    const directive = asDirective(node, 'containerDirective', Object.keys(KINDS));
    const kind = directive && KINDS[directive.name.toLowerCase()];
    if (!directive || !kind) return undefined;
    const { title, children } = readDirective(directive);
    const problems = unknownAttributes(directive, []);
    if (children.length === 0) problems.push(empty());
    return { content: { block: 'callout', kind, title }, children, problems };
  },
};

function fromAlert(quote: Blockquote): Recognised | undefined {
  const [first, ...others] = quote.children;
  if (first?.type !== 'paragraph') return undefined;
  const marker = MARKER.exec(wordsOf(first));
  if (!marker?.[1]) return undefined;
  const kind = KINDS[marker[1].toLowerCase()];
  const children = [...withoutFirstLine(first), ...others];
  const problems = [];
  if (!kind) problems.push(invalid(`There is no callout “${shortened(marker[1])}”. Kinds: ${KIND_LIST}.`));
  if (marker[2]?.trim())
    problems.push(
      invalid('The marker of a callout stands alone on its line. For a title write :::note[Title] … :::.'),
    );
  if (children.length === 0) problems.push(empty());
  return { content: { block: 'callout', kind: kind ?? 'note', title: null }, children, problems };
}

/** The paragraph from its second line on, or nothing when it has only one. */
function withoutFirstLine(paragraph: Extract<RootContent, { type: 'paragraph' }>): RootContent[] {
  const [first, ...others] = paragraph.children;
  if (first?.type !== 'text') return [paragraph];
  const newline = first.value.indexOf('\n');
  const value = newline === -1 ? '' : first.value.slice(newline + 1);
  const text = { ...first, value };
  const following = newline === -1 && others[0]?.type === 'break' ? others.slice(1) : others;
  const children = value === '' ? following : [text, ...following];
  return children.length === 0 ? [] : [{ ...paragraph, children }];
}

const empty = () => invalid('The callout is empty: write its text on the lines below the marker.');
