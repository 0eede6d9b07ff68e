import type { Element, ElementContent, Properties } from 'hast';
import type { State } from 'mdast-util-to-hast';
import type { QuizQuestion, RichBlock } from '../../../server/markdown/rich-block.ts';

/** One of our blocks as the element that is shown in its place, or what it holds when nothing can be shown. */
export function blockElement(state: State, block: RichBlock): Element | ElementContent[] {
  const { content } = block;
  const inside = () => state.all(block);
  switch (content.block) {
    case 'callout':
      return element('x-callout', { kind: content.kind, ...titled(content.title) }, inside());
    case 'tabs':
      return element('x-tabs', {}, inside());
    case 'tab':
      return element('x-tab', { title: content.title }, inside());
    case 'accordion':
      return element('x-accordion', { title: content.title, open: content.isOpen }, inside());
    case 'checklist':
    case 'plain':
      return inside();
    case 'table':
      return element('x-table', { filterable: content.isFilterable }, inside());
    case 'mermaid':
      return element('x-mermaid', { source: content.source }, []);
    case 'plantuml':
      return element('x-plantuml', { source: content.source, problem: block.problems[0]?.message }, []);
    case 'decision':
      return element('x-decision', { source: content.source, tree: treeAsText(content.tree) }, []);
    case 'video':
      return element('x-video', { src: content.src, ...titled(content.title) }, []);
    case 'embed':
      return element('x-embed', { src: content.src, ...titled(content.title), height: content.height }, []);
    case 'quiz':
      return element('x-quiz', titled(content.title), questions(state, content.questions));
    default:
      return content satisfies never;
  }
}

function titled(title: string | null): Properties {
  return title === null ? {} : { title };
}

function treeAsText(tree: Extract<RichBlock['content'], { block: 'decision' }>['tree']): string | undefined {
  return tree ? JSON.stringify({ start: tree.start, steps: [...tree.steps] }) : undefined;
}

/** Questions without what gives their answers away. */
function questions(state: State, all: readonly QuizQuestion[]): ElementContent[] {
  return all.flatMap(({ prompt, answers }) => [
    ...prompt.flatMap((node) => state.one(node, undefined) ?? []),
    element(
      'ul',
      {},
      answers.map(({ content }) =>
        element(
          'li',
          {},
          content.flatMap((node) => state.one(node, undefined) ?? []),
        ),
      ),
    ),
  ]);
}

export function element(tagName: string, properties: Properties, children: ElementContent[]): Element {
  return { type: 'element', tagName, properties, children };
}
