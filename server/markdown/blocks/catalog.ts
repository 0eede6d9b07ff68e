import type { BlockDefinition } from '../block-definition.ts';
import { accordion } from './accordion.ts';
import { callout } from './callout.ts';
import { checklist } from './checklist.ts';
import { decision } from './decision.ts';
import { embed } from './embed.ts';
import { mermaid } from './mermaid.ts';
import { plantuml } from './plantuml.ts';
import { quiz } from './quiz.ts';
import { table } from './table.ts';
import { tabs } from './tabs.ts';
import { video } from './video.ts';

/** Every rich block, in the order of the writing guide (specification, "rich blocks"; decisions §2). */
export const blockDefinitions: readonly BlockDefinition[] = [
  callout,
  tabs,
  accordion,
  checklist,
  mermaid,
  plantuml,
  decision,
  video,
  embed,
  table,
  quiz,
];

/** Names of all directives that we know. */
export const directiveNames: readonly string[] = blockDefinitions.flatMap(({ directives }) => directives);

/** Languages of all code fences that are a block. */
export const fenceLanguages: readonly string[] = blockDefinitions.flatMap(({ fences }) => fences);
