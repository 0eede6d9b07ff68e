import type { Element, ElementContent } from 'hast';
import type { Heading, Html, Image, ImageReference, Link, LinkReference, ListItem, Parents } from 'mdast';
import { defaultHandlers, type Handlers, type State } from 'mdast-util-to-hast';
import { wordsOf, type RichBlock } from '../../../server/markdown/rich-block.ts';
import { documentAddress } from '../../routing/addresses.ts';
import { destinationOf } from './addresses.ts';
import { blockElement, element } from './block-elements.ts';
import { createItemKeys } from './item-key.ts';

/** What a text is read with. */
export interface TextSurroundings {
  ownOrigins: readonly string[];
  /** Begins every id, so that two texts on one page keep theirs apart; starts with `text-`. */
  idPrefix: string;
  /** The anchor of a heading, and the level that it is shown at. */
  placeHeading(heading: Heading): { anchor: string; level: number };
}

/** How the nodes of a text become elements, where that is not the usual way. */
export function textHandlers(surroundings: TextSurroundings): Handlers {
  const itemKey = createItemKeys();
  return {
    richBlock: (state: State, node: RichBlock) => blockElement(state, node),
    heading(state: State, node: Heading) {
      const { anchor, level } = surroundings.placeHeading(node);
      return element(`h${level}`, { id: `${surroundings.idPrefix}${anchor}` }, state.all(node));
    },
    html: (_state: State, node: Html) => lineBreak(node),
    link: (state: State, node: Link) => linkElement(surroundings, node, state.all(node)),
    linkReference(state: State, node: LinkReference) {
      const definition = state.definitionById.get(node.identifier.toUpperCase());
      if (!definition) return defaultHandlers.linkReference(state, node);
      return linkElement(surroundings, definition, state.all(node));
    },
    image: (_state: State, node: Image) => imageElement(surroundings, node, node.alt),
    imageReference(state: State, node: ImageReference) {
      const definition = state.definitionById.get(node.identifier.toUpperCase());
      if (!definition) return defaultHandlers.imageReference(state, node);
      return imageElement(surroundings, definition, node.alt);
    },
    listItem(state: State, node: ListItem, parent: Parents | undefined) {
      const item = defaultHandlers.listItem(state, node, parent);
      if (typeof node.checked === 'boolean') makeTick(item, itemKey(ownWords(node)), node.checked);
      return item;
    },
  };
}

/** The one piece of inline HTML that people write in tables, where there is no other way to break a line. */
function lineBreak({ value }: Html): Element | undefined {
  return /^<br\s{0,5}\/?>$/i.test(value.trim()) ? element('br', {}, []) : undefined;
}

function linkElement(
  { ownOrigins, idPrefix }: TextSurroundings,
  { url, title }: Pick<Link, 'url' | 'title'>,
  children: ElementContent[],
): Element | ElementContent[] {
  const destination = destinationOf(url, ownOrigins);
  if (!destination) return children;
  const href =
    destination.kind === 'web'
      ? destination.href
      : destination.kind === 'document'
        ? `#${documentAddress(destination.id, destination.anchor)}`
        : destination.kind === 'anchor'
          ? `#${idPrefix}${destination.anchor}`
          : destination.path;
  return element('a', { href, ...(title && { title }) }, children);
}

function imageElement(
  { ownOrigins }: TextSurroundings,
  { url, title }: Pick<Image, 'url' | 'title'>,
  alt: string | null | undefined,
): Element | ElementContent[] {
  const destination = destinationOf(url, ownOrigins);
  const shared = { alt: alt ?? '', ...(title && { title }) };
  if (destination?.kind === 'attachment')
    return element('x-image', { ...shared, src: destination.path, origin: 'own' }, []);
  if (destination?.kind === 'web' && destination.href.startsWith('https:'))
    return element('x-image', { ...shared, src: destination.href, origin: 'foreign' }, []);
  return [{ type: 'text', value: alt ?? '' }];
}

/** An item's words without those of the lists inside of it. */
function ownWords({ children }: ListItem): string {
  const [first] = children;
  return first ? wordsOf(first) : '';
}

/** Puts a box that can be ticked in the place of the dead one, and the item's words into its label. */
function makeTick(item: Element, key: string, isChecked: boolean): void {
  const holder = item.children.find(
    (child): child is Element => child.type === 'element' && child.tagName === 'p',
  );
  const place = holder ?? item;
  const start = place.children.findIndex((child) => child.type === 'element' && child.tagName === 'input');
  if (start === -1) return;
  const tick = element('x-tick', { item: key, checked: isChecked }, []);
  const end = place.children.findIndex((child, index) => index > start && isBlock(child));
  const inline = place.children.slice(start + 1, end === -1 ? undefined : end);
  const label = element('label', {}, [tick, ...inline]);
  place.children.splice(start, inline.length + 1, label);
}

function isBlock(node: ElementContent): boolean {
  return (
    node.type === 'element' &&
    (/^(?:ul|ol|p|pre|blockquote)$/.test(node.tagName) || node.tagName.includes('-'))
  );
}
