import { syntaxTree } from '@codemirror/language';
import type { EditorState, TransactionSpec } from '@codemirror/state';

/** The line that ends a block such as a callout, and one that begins one (decisions §2). */
const END = /^ {0,3}:{3,}[ \t]*$/;
const BEGIN = /^ {0,3}:{3,}[ \t]*[a-z]/i;

/** As much of an editor as a command needs. */
interface Target {
  state: EditorState;
  dispatch: (change: TransactionSpec) => void;
}

/** Enter on an empty line at the end of a block leads out of it, as it does in lists; Shift+Enter stays inside. */
export function leaveBlock({ state, dispatch }: Target): boolean {
  const change = wayOut(state);
  if (change) dispatch(change);
  return change !== null;
}

/** Takes the empty line away and goes on below the block; null where the cursor is not at the end of one. */
function wayOut(state: EditorState): TransactionSpec | null {
  const { doc, selection } = state;
  const { main, ranges } = selection;
  const line = doc.lineAt(main.head);
  if (ranges.length > 1 || !main.empty || line.number < 2 || line.number === doc.lines) return null;
  const above = doc.line(line.number - 1);
  const end = doc.line(line.number + 1);
  // A block that is still empty is written into.
  const isAtEnd = line.text.trim() === '' && END.test(end.text) && !BEGIN.test(above.text);
  if (!isAtEnd || above.text.trim() === '' || isCode(state, line.from)) return null;
  const below = end.number < doc.lines ? doc.line(end.number + 1) : null;
  const hasRoom = below?.text.trim() === '';
  const removed = end.from - line.from;
  return {
    changes: [
      { from: line.from, to: end.from },
      ...(hasRoom ? [] : [{ from: end.to, insert: state.lineBreak }]),
    ],
    selection: { anchor: end.to - removed + 1 },
    scrollIntoView: true,
    userEvent: 'input',
  };
}

/** In an example of Markdown nothing of it counts. */
function isCode(state: EditorState, at: number): boolean {
  for (let node = syntaxTree(state).resolveInner(at, 1); node.parent; node = node.parent)
    if (node.name === 'FencedCode' || node.name === 'CodeBlock') return true;
  return false;
}
