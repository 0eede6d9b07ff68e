import { autocompletion, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { markdown, markdownLanguage, pasteURLAsLink } from '@codemirror/lang-markdown';
import { yaml } from '@codemirror/lang-yaml';
import { diagnosticCount, lintKeymap } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import { drawSelection, dropCursor, EditorView, keymap, placeholder } from '@codemirror/view';
import { useEffect, useEffectEvent, useRef } from 'react';
import { completeBlocks } from './block-completion.ts';
import { showHints, type Hint } from './hints.ts';
import { editorLook } from './look.ts';
import { leaveBlock } from './leave-block.ts';
import { toggleMarks } from './marks.ts';
import { completePages, type FoundPage } from './page-completion.ts';
import { takePictures, type SendPicture } from './pictures.ts';
import { replaceText, textLike } from './replace-text.ts';

export interface MarkdownEditorProps {
  value: string;
  onChange: (value: string) => void;
  /** With the editor when it is there, and with null when it goes. */
  onView: (view: EditorView | null) => void;
  /** Number of hints that are shown at the moment. */
  onHints: (count: number) => void;
  onSave: () => void;
  check: (text: string) => Promise<readonly Hint[]>;
  findPages: (words: string, signal: AbortSignal) => Promise<readonly FoundPage[]>;
  sendPicture: SendPicture;
}

/** The place where a page's text is written: Markdown with our blocks. */
export function MarkdownEditor(props: MarkdownEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView>(null);
  const { value } = props;
  const listeners: EditorListeners = {
    onChange: useEffectEvent((text: string) => props.onChange(text)),
    onHints: useEffectEvent((count: number) => props.onHints(count)),
    onSave: useEffectEvent(() => props.onSave()),
    check: useEffectEvent((text: string) => props.check(text)),
    findPages: useEffectEvent((words: string, signal: AbortSignal) => props.findPages(words, signal)),
    sendPicture: useEffectEvent((picture: File) => props.sendPicture(picture)),
  };
  const create = useEffectEvent((parent: HTMLElement) => createEditor(parent, value, listeners));
  const tell = useEffectEvent((view: EditorView | null) => props.onView(view));

  useEffect(() => {
    if (!place.current) return undefined;
    const view = create(place.current);
    editor.current = view;
    tell(view);
    return () => {
      tell(null);
      view.destroy();
    };
  }, []);
  useEffect(() => {
    if (editor.current) replaceText(editor.current, value);
  }, [value]);
  return <div ref={place} style={{ height: '100%', minHeight: 0 }} />;
}

type EditorListeners = Omit<MarkdownEditorProps, 'value' | 'onView'>;

function createEditor(parent: HTMLElement, value: string, listeners: EditorListeners): EditorView {
  return new EditorView({
    parent,
    state: EditorState.create({ doc: value, extensions: extensions(value, listeners) }),
  });
}

function extensions(value: string, listeners: EditorListeners): Extension[] {
  return [
    history(),
    drawSelection(),
    dropCursor(),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ 'aria-label': 'Text of the page', spellcheck: 'true', tabindex: '0' }),
    markdown({ base: markdownLanguage, codeLanguages: (info) => (isYaml(info) ? yaml().language : null) }),
    pasteURLAsLink,
    placeholder('Write here. Type / for blocks, [[ for links, or paste a picture.'),
    autocompletion({ override: [completeBlocks, completePages(listeners.findPages)], icons: false }),
    highlightSelectionMatches(),
    showHints(listeners.check),
    takePictures(listeners.sendPicture),
    keymap.of([
      ...ownKeys(listeners),
      ...completionKeymap,
      ...historyKeymap,
      ...searchKeymap,
      ...lintKeymap,
      ...defaultKeymap,
    ]),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) listeners.onChange(textLike(value, update.view));
      const hints = diagnosticCount(update.state);
      if (hints !== diagnosticCount(update.startState)) listeners.onHints(hints);
    }),
    editorLook,
  ];
}

function isYaml(info: string): boolean {
  return info === 'decision' || info === 'yaml' || info === 'yml';
}

function ownKeys({ onSave }: EditorListeners) {
  return [
    { key: 'Mod-b', run: (view: EditorView) => toggleMarks(view, '**') },
    { key: 'Mod-i', run: (view: EditorView) => toggleMarks(view, '*') },
    { key: 'Enter', run: leaveBlock },
    {
      key: 'Mod-s',
      run: () => {
        onSave();
        return true;
      },
    },
  ];
}
