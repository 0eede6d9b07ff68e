import { isMap, isScalar, LineCounter, parseDocument, visit, type Node, type Pair, type YAMLMap } from 'yaml';
import { invalid, shortened } from '../block-definition.ts';
import type { BlockProblem } from '../rich-block.ts';

export type DecisionStep =
  | { kind: 'end'; text: string }
  | { kind: 'ask'; question: string; answers: { label: string; target: string }[] };

/** A decision tree as it is walked: every target is the name of a step. */
export interface DecisionTree {
  start: string;
  steps: Map<string, DecisionStep>;
}

/** Longer trees are for a program to walk, not for a person; and reading YAML costs the square of its keys. */
const MOST_CHARACTERS = 16_000;
const MOST_STEPS = 500;
/** Steps written inside of answers, within one another. */
const DEEPEST = 8;

const HOW =
  'Write start: name, then nodes: with name: { ask: Question?, answers: { Label: name } } or name: { end: Text }.';

interface Reading {
  tree: DecisionTree;
  problems: BlockProblem[];
  /** Where the line of each problem comes from. */
  lines: LineCounter;
  places: Map<string, number>;
}

/** Reads the YAML of a decision tree; the tree is null when it cannot be walked. */
export function readDecisionTree(source: string): { tree: DecisionTree | null; problems: BlockProblem[] } {
  if (source.length > MOST_CHARACTERS)
    return unreadable('The decision tree has more than 16,000 characters. Split it into several.');
  const lines = new LineCounter();
  const top = parseYaml(source, lines);
  if (!isMap(top)) return { tree: null, problems: [top] };
  const reading: Reading = { tree: { start: '', steps: new Map() }, problems: [], lines, places: new Map() };
  readNodes(reading, top);
  readStart(reading, top);
  if (reading.problems.length === 0) checkTargets(reading);
  if (reading.problems.length === 0) checkWays(reading);
  const isWalkable = reading.problems.length === 0;
  return { tree: isWalkable ? reading.tree : null, problems: reading.problems };
}

function unreadable(message: string) {
  return { tree: null, problems: [invalid(message)] };
}

/** The mapping at the top, or why there is none. Aliases could grow a few lines into millions: they are refused. */
function parseYaml(source: string, lineCounter: LineCounter): YAMLMap | BlockProblem {
  if (deepestFlow(source) > 2 * DEEPEST + 8) return invalid(`The decision tree nests too deep. ${HOW}`);
  const document = parseDocument(source, { lineCounter, logLevel: 'silent' });
  const [error] = document.errors;
  if (error) return invalid(`The decision tree is no valid YAML. ${HOW}`, error.linePos?.[0].line ?? 1);
  if (hasAnchors(document.contents))
    return invalid('Anchors and aliases (& and *) are not allowed. Write the name of the node instead.');
  return isMap(document.contents) ? document.contents : invalid(`The decision tree is no mapping. ${HOW}`);
}

function hasAnchors(contents: Node | null): boolean {
  let isFound = false;
  const found = () => {
    isFound = true;
    return visit.BREAK;
  };
  visit(contents, {
    Alias: found,
    Value: (_key, node) => (node.anchor === undefined ? undefined : found()),
  });
  return isFound;
}

/** Brackets open at once, and columns of indentation: both are recursion to a reader of YAML. */
function deepestFlow(source: string): number {
  let depth = 0;
  let deepest = 0;
  for (const character of source) {
    if (character === '{' || character === '[') deepest = Math.max(deepest, (depth += 1));
    else if (character === '}' || character === ']') depth -= 1;
  }
  const indents = source.match(/^ +/gm)?.map((indent) => indent.length / 4) ?? [];
  const dashes = source.match(/^[ -?]*(?:[-?] ){2,}/gm)?.map((marks) => marks.length) ?? [];
  return Math.max(deepest, ...indents, ...dashes);
}

function readStart(reading: Reading, top: YAMLMap): void {
  const { tree, problems } = reading;
  for (const pair of top.items) {
    const key = textOf(pair.key);
    if (key !== 'start' && key !== 'nodes')
      problems.push(at(reading, pair.key, `A decision tree has no “${shortened(key ?? '')}”. ${HOW}`));
  }
  tree.start = textOf(top.get('start', true)) ?? '';
  if (tree.start === '') problems.push(invalid(`The decision tree has no start. ${HOW}`));
  else if (tree.steps.size > 0 && !tree.steps.has(tree.start))
    problems.push(
      at(
        reading,
        top.get('start', true),
        `start names “${shortened(tree.start)}”, which is not among the nodes. ${known(tree)}`,
      ),
    );
}

function readNodes(reading: Reading, top: YAMLMap): void {
  const nodes = top.get('nodes', true);
  if (!isMap(nodes) || nodes.items.length === 0) {
    reading.problems.push(invalid(`The decision tree has no nodes. ${HOW}`));
    return;
  }
  for (const { key, value } of nodes.items) readStep(reading, textOf(key) ?? '', value, key, 1);
  if (reading.tree.steps.size > MOST_STEPS)
    reading.problems.push(invalid('The decision tree has more than 500 steps. Split it into several.'));
}

function readStep(reading: Reading, name: string, node: unknown, place: unknown, depth: number): void {
  const { tree, problems } = reading;
  const title = `Node “${shortened(name)}”`;
  reading.places.set(name, offsetOf(place));
  if (!isMap(node) || depth > DEEPEST) {
    problems.push(at(reading, place, `${title} is neither a question nor an end. ${HOW}`));
    return;
  }
  const fields = new Map(node.items.map((pair: Pair) => [textOf(pair.key) ?? '', pair.value]));
  const end = textOf(fields.get('end'));
  const ask = textOf(fields.get('ask'));
  const answers = fields.get('answers');
  const wrong = [...fields.keys()].find((field) => !['ask', 'answers', 'end'].includes(field));
  if (wrong !== undefined)
    problems.push(at(reading, place, `${title} has “${shortened(wrong)}”, which is not known. ${HOW}`));
  else if (end !== undefined && fields.size === 1) tree.steps.set(name, { kind: 'end', text: end });
  else if (ask !== undefined && isMap(answers) && answers.items.length > 0 && !fields.has('end')) {
    tree.steps.set(name, { kind: 'ask', question: ask, answers: readAnswers(reading, name, answers, depth) });
  } else problems.push(at(reading, place, `${title} needs either ask with answers, or end alone. ${HOW}`));
}

/** A step may stand in the place of its name; it is then named after the way to it. */
function readAnswers(reading: Reading, name: string, answers: YAMLMap, depth: number) {
  return answers.items.map(({ key, value }) => {
    const label = textOf(key) ?? '';
    const target = textOf(value) ?? `${name}/${label}`;
    if (!isScalar(value)) readStep(reading, target, value, key, depth + 1);
    return { label, target };
  });
}

function checkTargets(reading: Reading): void {
  for (const [name, step] of reading.tree.steps) {
    if (step.kind === 'end') continue;
    for (const { label, target } of step.answers) {
      if (reading.tree.steps.has(target)) continue;
      const message = `Answer “${shortened(label)}” of “${shortened(name)}” leads to “${shortened(target)}”, which is not among the nodes. ${known(reading.tree)}`;
      reading.problems.push(atOffset(reading, reading.places.get(name) ?? 0, message));
    }
  }
}

/** Every step is reached from the start, and from every step an end is reached. */
function checkWays(reading: Reading): void {
  const { tree, problems } = reading;
  const reached = walk([tree.start], (name) => targetsOf(tree.steps.get(name)));
  const sources = new Map<string, string[]>();
  for (const [name, step] of tree.steps)
    for (const target of targetsOf(step)) sources.set(target, [...(sources.get(target) ?? []), name]);
  const ends = [...tree.steps].flatMap(([name, step]) => (step.kind === 'end' ? [name] : []));
  const ending = walk(ends, (name) => sources.get(name) ?? []);
  for (const name of tree.steps.keys()) {
    const place = reading.places.get(name) ?? 0;
    if (!reached.has(name))
      problems.push(
        atOffset(reading, place, `No answer leads to node “${shortened(name)}”. Lead to it or take it out.`),
      );
    else if (!ending.has(name))
      problems.push(
        atOffset(
          reading,
          place,
          `From node “${shortened(name)}” no way leads to an end. Give one of its answers an end.`,
        ),
      );
  }
}

function targetsOf(step: DecisionStep | undefined): string[] {
  return step?.kind === 'ask' ? step.answers.map(({ target }) => target) : [];
}

function walk(from: readonly string[], next: (name: string) => readonly string[]): Set<string> {
  const seen = new Set(from);
  for (const name of seen) for (const other of next(name)) seen.add(other);
  return seen;
}

function known(tree: DecisionTree): string {
  return `Nodes: ${[...tree.steps.keys()].slice(0, 8).map(shortened).join(', ')}.`;
}

/** The text of a scalar, whatever YAML takes it for: `Yes`, `1` and `true` are labels like any other. */
function textOf(node: unknown): string | undefined {
  if (!isScalar(node) || node.value === null) return undefined;
  return node.source?.trim() || undefined;
}

function offsetOf(node: unknown): number {
  return isNode(node) ? (node.range?.[0] ?? 0) : 0;
}

function isNode(node: unknown): node is Node {
  return typeof node === 'object' && node !== null && 'range' in node;
}

function at(reading: Reading, node: unknown, message: string): BlockProblem {
  return atOffset(reading, offsetOf(node), message);
}

function atOffset({ lines }: Reading, offset: number, message: string): BlockProblem {
  return invalid(message, lines.linePos(offset).line);
}
