import type { RootContent } from 'mdast';
import {
  asDirective,
  invalid,
  readDirective,
  unknownAttributes,
  type BlockDefinition,
  type Directive,
  type Recognised,
} from '../block-definition.ts';

const HOW = 'Write ::::tabs, inside of it :::tab[Title] … ::: for each tab, and :::: at the end.';

export const tabs: BlockDefinition = {
  name: 'tabs',
  title: 'Tabs',
  aliases: ['tab', 'tabbed'],
  purpose: 'Shows one of several alternatives at a time, such as one per operating system.',
  syntax: '::::tabs\n:::tab[macOS]\n`brew install x`\n:::\n:::tab[Windows]\n`winget install x`\n:::\n::::',
  alsoAccepted: [],
  rules: [
    'The outer fence has more colons than anything inside.',
    'Every tab has a title, and nothing stands between the tabs.',
  ],
  directives: ['tabs', 'tab'],
  fences: [],
  recognise(node, { directive: around }) {
    const outer = asDirective(node, 'containerDirective', ['tabs']);
    if (outer) return fromTabs(outer);
    const inner = asDirective(node, 'containerDirective', ['tab']);
    return inner && fromTab(inner, around);
  },
};

function fromTabs(directive: Directive): Recognised {
  const { title, children } = readDirective(directive);
  const problems = unknownAttributes(directive, []);
  if (title !== null) problems.push(invalid('The title goes on each tab: :::tab[Title]. ::::tabs has none.'));
  if (!children.some(isTab)) problems.push(invalid(`These tabs have no tab. ${HOW}`));
  else if (!children.every(isTab))
    problems.push(invalid('Something stands between the tabs. Move it into one.'));
  return { content: { block: 'tabs' }, children, problems };
}

function isTab(node: RootContent): boolean {
  return asDirective(node, 'containerDirective', ['tab']) !== undefined;
}

function fromTab(directive: Directive, around: string | null): Recognised {
  const { title, children } = readDirective(directive);
  const problems = unknownAttributes(directive, []);
  if (around !== 'tabs')
    problems.push(invalid(`This tab stands outside of tabs: the fence around has too few colons. ${HOW}`));
  if (title === null) problems.push(invalid('The tab has no title. Write :::tab[Title].'));
  if (children.length === 0)
    problems.push(invalid('The tab is empty. Write its text before the closing :::.'));
  return { content: { block: 'tab', title: title ?? '' }, children, problems };
}
