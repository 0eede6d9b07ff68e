import type { Nodes, Parent, RootContent } from 'mdast';
import type { DecisionTree } from './blocks/decision-tree.ts';

export type CalloutKind = 'note' | 'tip' | 'important' | 'warning' | 'caution';

/** A question of a quiz; the nodes are those of the block's children. */
export interface QuizQuestion {
  /** What stands before the answers. */
  prompt: RootContent[];
  answers: { content: RootContent[]; isRight: boolean }[];
}

/** What a block is and holds, beyond the Markdown inside of it. */
export type BlockContent =
  | { block: 'callout'; kind: CalloutKind; title: string | null }
  | { block: 'tabs' }
  | { block: 'tab'; title: string }
  | { block: 'accordion'; title: string; isOpen: boolean }
  | { block: 'checklist' }
  | { block: 'mermaid'; source: string }
  | { block: 'plantuml'; source: string }
  | { block: 'decision'; source: string; tree: DecisionTree | null }
  | { block: 'video'; src: string; title: string | null }
  | { block: 'embed'; src: string; title: string | null; height: number }
  | { block: 'table'; isFilterable: boolean }
  | { block: 'plain' }
  | { block: 'quiz'; title: string | null; questions: QuizQuestion[] };

/** Why a block is not what its author meant, and how to write it. */
export interface BlockProblem {
  code: 'invalid_block' | 'insecure_embed';
  /** One sentence and the next step. */
  message: string;
  /** On which line below the block's first one it stands; absent for the first. */
  linesBelow?: number;
}

/**
 * One of our blocks in the tree of a Markdown text. `position` maps it to the slice of the source that it was read
 * from: the source itself is never written anew.
 */
export interface RichBlock extends Parent {
  type: 'richBlock';
  content: BlockContent;
  problems: BlockProblem[];
  children: RootContent[];
}

declare module 'mdast' {
  interface BlockContentMap {
    richBlock: RichBlock;
  }
  interface RootContentMap {
    richBlock: RichBlock;
  }
}

/** The words of a node, without markup. */
export function wordsOf(node: Nodes): string {
  if ('value' in node) return node.value;
  if (node.type === 'image' || node.type === 'imageReference') return node.alt ?? '';
  return 'children' in node ? node.children.map((child) => wordsOf(child)).join('') : '';
}
