import { EditorView } from '@codemirror/view';

const REMOVED = 'light-dark(#fff0ee, #3a1d1a)';
const REMOVED_WORDS = 'light-dark(#ffdad5, #692a25)';
const ADDED = 'light-dark(#ebf8ef, #16301f)';
const ADDED_WORDS = 'light-dark(#c3ecd0, #1f4a31)';

/** Comparisons in colours that words stay readable on, light or dark. */
export const compareLook = EditorView.theme({
  '&': { height: 'auto', fontSize: '13.5px' },
  '.cm-content': { padding: '8px 0', maxWidth: 'none' },
  '.cm-line': { padding: '0 16px' },
  '.cm-deletedChunk': { paddingLeft: '16px' },
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
  '.cm-collapsedLines:before, .cm-collapsedLines:after': { content: '"⋯"' },
});
