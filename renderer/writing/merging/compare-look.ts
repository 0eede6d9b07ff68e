import { EditorView } from '@codemirror/view';

const REMOVED = 'light-dark(#ffe9e6, #4a2320)';
const REMOVED_WORDS = 'light-dark(#ffc9c2, #7d322c)';
const ADDED = 'light-dark(#e3f5e8, #1b3b27)';
const ADDED_WORDS = 'light-dark(#b4e4c2, #2a6b43)';

/** Comparisons in colours that words stay readable on, light or dark. */
export const compareLook = EditorView.theme({
  '&': { height: 'auto', fontSize: '13.5px' },
  '.cm-content': { padding: '8px 0', maxWidth: 'none' },
  '.cm-line': { padding: '0 10px' },
  '.cm-changeGutter': { width: '4px', paddingLeft: '0' },
  '&.cm-merge-a .cm-changedLine, .cm-deletedChunk': { backgroundColor: REMOVED },
  '&.cm-merge-b .cm-changedLine, .cm-insertedLine': { backgroundColor: ADDED },
  '&.cm-merge-a .cm-changedText, .cm-deletedChunk .cm-deletedText': { background: REMOVED_WORDS },
  '&.cm-merge-b .cm-changedText': { background: ADDED_WORDS },
  '.cm-deletedLine, .cm-deletedLine del, .cm-insertedLine ins, ins, del': { textDecoration: 'none' },
  '.cm-collapsedLines': {
    color: 'var(--mantine-color-dimmed)',
    background: 'var(--mantine-color-default-hover)',
    fontFamily: 'var(--mantine-font-family)',
    padding: '4px 12px',
  },
});
