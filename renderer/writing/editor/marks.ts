import { EditorSelection, type ChangeSpec } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';

/** Puts marks around each selection, or takes them away where they are. */
export function toggleMarks(view: EditorView, marks: string): boolean {
  const { state } = view;
  const { length } = marks;
  const change = state.changeByRange(({ from, to }) => {
    const isInside =
      state.sliceDoc(from - length, from) === marks && state.sliceDoc(to, to + length) === marks;
    if (isInside) {
      return {
        changes: [
          { from: from - length, to: from },
          { from: to, to: to + length },
        ],
        range: EditorSelection.range(from - length, to - length),
      };
    }
    return {
      changes: [
        { from, insert: marks },
        { from: to, insert: marks },
      ],
      range: EditorSelection.range(from + length, to + length),
    };
  });
  view.dispatch(state.update(change, { userEvent: 'input' }));
  view.focus();
  return true;
}

/** Begins each selected line with a mark such as `## ` or `- `; takes it away when all of them have it. */
export function toggleLines(view: EditorView, mark: string): boolean {
  const { state } = view;
  const { from, to } = state.selection.main;
  const [first, last] = [state.doc.lineAt(from).number, state.doc.lineAt(to).number];
  const lines = Array.from({ length: last - first + 1 }, (_, index) => state.doc.line(first + index));
  const isSet = lines.every(({ text }) => text.startsWith(mark));
  const changes: ChangeSpec[] = lines.map((line) =>
    isSet ? { from: line.from, to: line.from + mark.length } : { from: line.from, insert: mark },
  );
  view.dispatch({ changes, userEvent: 'input' });
  view.focus();
  return true;
}

/** Makes a link of the selection, with the address next to be written. */
export function insertLink(view: EditorView): boolean {
  const { state } = view;
  const { from, to } = state.selection.main;
  const words = state.sliceDoc(from, to) || 'text';
  const address = 'https://';
  const at = from + words.length + '[]('.length;
  view.dispatch({
    changes: { from, to, insert: `[${words}](${address})` },
    selection: { anchor: at, head: at + address.length },
    userEvent: 'input',
  });
  view.focus();
  return true;
}
