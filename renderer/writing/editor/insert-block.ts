import type { EditorView } from '@codemirror/view';

/** What a writer changes first in an example: its title, or else its first words. */
const FIRST_WORDS = [
  /\[(?!!|[ xX]\])([^\]\n]+)\]/,
  /^>\s(?!\[!)(.+)$/m,
  /^- \[[ x]\] (.+)$/m,
  /^\|\s*([^|\n]+?)\s*\|/m,
  /^[^:`\n][^\n]*$/m,
];

/** Where the words are in an example that are to be written over, from and to; its end when there are none. */
export function firstWords(example: string): { from: number; to: number } {
  for (const pattern of FIRST_WORDS) {
    const found = pattern.exec(example);
    if (!found) continue;
    const words = found[1] ?? found[0];
    const from = found.index + found[0].indexOf(words);
    return { from, to: from + words.length };
  }
  return { from: example.length, to: example.length };
}

/** Puts an example in the place of a range, on lines of its own, and selects what is to be written over. */
export function insertBlock(view: EditorView, example: string, range?: { from: number; to: number }): void {
  const { state } = view;
  const { from, to } = range ?? state.selection.main;
  const before = state.doc.lineAt(from);
  const after = state.doc.lineAt(to);
  const isFreeBefore = state.sliceDoc(before.from, from).trim() === '';
  const start = isFreeBefore ? before.from : from;
  const gap = gapBefore(
    isFreeBefore ? (before.number > 1 ? state.doc.line(before.number - 1).text : '') : null,
  );
  const isLast = after.number === state.doc.lines && to === after.to;
  const insert = `${gap}${example}\n${isLast || after.text.slice(to - after.from).trim() === '' ? '' : '\n'}`;
  const words = firstWords(example);
  const at = start + gap.length;
  view.dispatch({
    changes: { from: start, to, insert },
    selection: { anchor: at + words.from, head: at + words.to },
    scrollIntoView: true,
    userEvent: 'input.complete',
  });
  view.focus();
}

/** A block stands apart from the text above it: `above` is the line before, null when it is the same line. */
function gapBefore(above: string | null): string {
  if (above === null) return '\n\n';
  return above.trim() === '' ? '' : '\n';
}
