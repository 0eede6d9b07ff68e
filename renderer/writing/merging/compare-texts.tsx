import { markdown, markdownLanguage } from '@codemirror/lang-markdown';
import { MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { editorLook } from '../editor/look.ts';
import { compareLook } from './compare-look.ts';

/** Texts that differ in more than this are compared roughly rather than slowly. */
const DIFF = { scanLimit: 1_000, timeout: 500 };
const UNCHANGED = { margin: 3, minSize: 6 };

export interface Compared {
  before: string;
  after: string;
  /** What each is, for those who cannot see the page. */
  names: { before: string; after: string };
}

/** Two texts and what changed between them: side by side, or in one column where there is no room for two. */
export function CompareTexts({ before, after, names }: Compared) {
  const place = useRef<HTMLDivElement>(null);
  const isNarrow = useMediaQuery('(max-width: 62em)');
  useEffect(() => {
    const parent = place.current;
    if (!parent) return undefined;
    const compared = { before, after, names: { before: names.before, after: names.after } };
    const view = isNarrow ? oneColumn(parent, compared) : sideBySide(parent, compared);
    return () => view.destroy();
  }, [before, after, names.before, names.after, isNarrow]);
  return <div ref={place} />;
}

function sideBySide(parent: HTMLElement, { before, after, names }: Compared): MergeView {
  return new MergeView({
    parent,
    a: { doc: before, extensions: readOnly(names.before) },
    b: { doc: after, extensions: readOnly(names.after) },
    collapseUnchanged: UNCHANGED,
    diffConfig: DIFF,
  });
}

function oneColumn(parent: HTMLElement, { before, after, names }: Compared): EditorView {
  const merge = unifiedMergeView({
    original: before,
    mergeControls: false,
    collapseUnchanged: UNCHANGED,
    diffConfig: DIFF,
  });
  return new EditorView({ parent, doc: after, extensions: [readOnly(names.after), merge] });
}

function readOnly(name: string): Extension {
  return [
    EditorState.readOnly.of(true),
    EditorView.lineWrapping,
    // The cursor goes there so that the keyboard can scroll and copy; the text stays as it is.
    EditorView.contentAttributes.of({ 'aria-label': name, 'aria-readonly': 'true', tabindex: '0' }),
    markdown({ base: markdownLanguage }),
    editorLook,
    compareLook,
  ];
}
