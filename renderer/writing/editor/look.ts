import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** The editor in the colours of the page, light or dark: all of them are the page's own variables. */
const theme = EditorView.theme({
  '&': {
    height: '100%',
    fontSize: '14.5px',
    backgroundColor: 'transparent',
    color: 'var(--mantine-color-text)',
  },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'var(--mantine-font-family-monospace)',
    lineHeight: '1.7',
    overflow: 'auto',
  },
  '.cm-content': { padding: '12px 0 40vh', caretColor: 'var(--mantine-color-text)', maxWidth: '86ch' },
  '.cm-line': { padding: '0 16px' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--mantine-color-text)', borderLeftWidth: '2px' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--mantine-primary-color-filled) 28%, transparent)',
  },
  '.cm-gutters': { backgroundColor: 'transparent', border: 'none', color: 'var(--mantine-color-dimmed)' },
  '.cm-gutter-lint': { width: '1.2em' },
  '.cm-placeholder': { color: 'var(--mantine-color-dimmed)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--mantine-color-body)',
    color: 'var(--mantine-color-text)',
    border: '1px solid var(--mantine-color-default-border)',
    borderRadius: 'var(--mantine-radius-md)',
    boxShadow: 'var(--mantine-shadow-md)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mantine-font-family)', maxHeight: '18em' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '5px 12px', lineHeight: '1.5' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--mantine-primary-color-light)',
    color: 'var(--mantine-color-text)',
  },
  '.cm-completionDetail': { color: 'var(--mantine-color-dimmed)', fontStyle: 'normal', marginLeft: '12px' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700' },
  '.cm-completionInfo': { whiteSpace: 'pre-wrap', padding: '8px 12px', maxWidth: '340px' },
  '.cm-panels': { backgroundColor: 'var(--mantine-color-body)', color: 'var(--mantine-color-text)' },
  '.cm-panels-bottom': { borderTop: '1px solid var(--mantine-color-default-border)' },
  '.cm-panels-top': { borderBottom: '1px solid var(--mantine-color-default-border)' },
  '.cm-panel input, .cm-panel button': {
    font: 'inherit',
    color: 'inherit',
    background: 'var(--mantine-color-default)',
    border: '1px solid var(--mantine-color-default-border)',
    borderRadius: 'var(--mantine-radius-sm)',
  },
  '.cm-panel.cm-panel-lint ul [aria-selected], .cm-panel.cm-panel-lint ul:focus [aria-selected]': {
    backgroundColor: 'var(--mantine-primary-color-light)',
    color: 'inherit',
  },
  '.cm-diagnostic': { fontFamily: 'var(--mantine-font-family)', fontSize: '13px', padding: '6px 10px' },
  '.cm-searchMatch': {
    backgroundColor: 'color-mix(in srgb, var(--mantine-color-yellow-5) 45%, transparent)',
  },
  '.cm-uploading': { color: 'var(--mantine-color-dimmed)', fontStyle: 'italic' },
});

const highlights = HighlightStyle.define([
  { tag: tags.heading1, fontWeight: '750', fontSize: '1.35em' },
  { tag: tags.heading2, fontWeight: '750', fontSize: '1.2em' },
  { tag: tags.heading, fontWeight: '700' },
  { tag: tags.strong, fontWeight: '700' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: [tags.link, tags.url], color: 'var(--mantine-color-anchor)' },
  { tag: [tags.monospace, tags.string], color: 'light-dark(#8a3b12, #f0b48c)' },
  { tag: tags.quote, color: 'var(--mantine-color-dimmed)' },
  {
    tag: [tags.processingInstruction, tags.meta, tags.contentSeparator],
    color: 'var(--mantine-color-dimmed)',
  },
  { tag: [tags.definition(tags.propertyName), tags.propertyName], color: 'var(--mantine-color-anchor)' },
  { tag: tags.comment, color: 'var(--mantine-color-dimmed)' },
]);

export const editorLook: Extension = [theme, syntaxHighlighting(highlights)];
