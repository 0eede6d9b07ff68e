import type { Element, Root, RootContent } from 'hast';
import { toJsxRuntime, type Components } from 'hast-util-to-jsx-runtime';
import type { ComponentProps, ReactElement, ReactNode } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
import { Accordion } from './blocks/accordion.tsx';
import { Callout } from './blocks/callout.tsx';
import { CodeBlock } from './blocks/code-block.tsx';
import { DataTable } from './blocks/data-table.tsx';
import { DecisionWalk } from './blocks/decision-walk.tsx';
import { Diagram } from './blocks/diagram.tsx';
import { Embed } from './blocks/embed.tsx';
import { Picture } from './blocks/picture.tsx';
import { PlantUml } from './blocks/plantuml.tsx';
import { Quiz } from './blocks/quiz.tsx';
import { Tab, TabGroup } from './blocks/tab-group.tsx';
import { textOf } from './blocks/table-cells.ts';
import { Tick } from './blocks/tick.tsx';
import { Video } from './blocks/video.tsx';
import { SectionHeading } from './section-heading.tsx';
import { TextLink } from './text-link.tsx';
import styles from './reading.module.css';

interface Shown {
  node: Element;
  children?: ReactNode;
}

function heading(level: ComponentProps<typeof SectionHeading>['level']) {
  return ({ node, id, className, children }: Shown & { id?: string; className?: string }) => (
    <SectionHeading level={level} name={textOf(node).trim()} id={id} className={className}>
      {children}
    </SectionHeading>
  );
}

function Link({ node: _node, ...link }: Shown & ComponentProps<typeof TextLink>) {
  return <TextLink {...link} />;
}

function Code({ node, children }: Shown) {
  return <CodeBlock text={textOf(node)}>{children}</CodeBlock>;
}

/** Pictures and other blocks cannot stand in a paragraph of HTML, only in one of Markdown. */
function Paragraph({ node, children }: Shown) {
  const holdsBlock = node.children.some(
    (child) =>
      child.type === 'element' && child.tagName === 'x-image' && child.properties['origin'] === 'foreign',
  );
  return holdsBlock ? <div className={styles['paragraph']}>{children}</div> : <p>{children}</p>;
}

/** What each element of a text is shown as; the others are what they are. */
const COMPONENTS: Partial<Components> = {
  a: Link,
  h2: heading('h2'),
  h3: heading('h3'),
  h4: heading('h4'),
  h5: heading('h5'),
  h6: heading('h6'),
  p: Paragraph,
  pre: Code,
  'x-accordion': Accordion,
  'x-callout': Callout,
  'x-decision': DecisionWalk,
  'x-embed': Embed,
  'x-image': Picture,
  'x-mermaid': Diagram,
  'x-plantuml': PlantUml,
  'x-quiz': Quiz,
  'x-tab': Tab,
  'x-table': DataTable,
  'x-tabs': TabGroup,
  'x-tick': Tick,
  'x-video': Video,
};

/** Elements that the allow-list let through, as what is shown. */
export function showElements(nodes: RootContent[]): ReactElement {
  const root: Root = { type: 'root', children: nodes };
  return toJsxRuntime(root, { Fragment, jsx, jsxs, components: COMPONENTS, passNode: true });
}
