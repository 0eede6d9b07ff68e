import { Text, Transaction } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';

/**
 * Makes the text of an editor another one, as when somebody else saved it: only what differs is replaced, so that the
 * cursor stays where it was, and undo does not take others' words away.
 */
export function replaceText(view: EditorView, text: string): void {
  const change = difference(view.state.doc.toString(), text.replaceAll('\r\n', '\n'));
  if (!change) return;
  const changes = { ...change, insert: Text.of(change.insert.split('\n')) };
  view.dispatch({ changes, annotations: Transaction.addToHistory.of(false) });
}

/** The text of an editor with the line ends of the text that it began with: some systems write `\r\n`. */
export function textLike(original: string, view: EditorView): string {
  const text = view.state.doc.toString();
  return original.includes('\r\n') && !/(?:^|[^\r])\n/.test(original) ? text.replaceAll('\n', '\r\n') : text;
}

/** The one range of `before` that is to be replaced so that it becomes `after`; null when they are the same. */
export function difference(
  before: string,
  after: string,
): { from: number; to: number; insert: string } | null {
  if (before === after) return null;
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  return { from: head, to: before.length - tail, insert: after.slice(head, after.length - tail) };
}
