import type { EditorView } from '@codemirror/view';
import { Button, Group, Text } from '@mantine/core';
import { openLintPanel } from '@codemirror/lint';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useClient } from '../../client/client.tsx';
import { announceFailure } from '../../feedback/announce.ts';
import { MarkdownView } from '../../reading/markdown-view.tsx';
import { MarkdownEditor } from '../editor/markdown-editor.tsx';
import { placePictures } from '../editor/pictures.ts';
import { Toolbar } from '../editor/toolbar.tsx';
import classes from './edit-screen.module.css';

export type PaneView = 'write' | 'both' | 'read';

const PREVIEW_AFTER_MS = 150;
const MOST_PAGES = 8;

/** The text, its preview, or both side by side. The editor stays while only the preview is shown: undo goes on. */
export function TextPanes({
  documentId,
  title,
  content,
  view,
  onChange,
  onSave,
}: {
  documentId: string;
  title: string;
  content: string;
  view: PaneView;
  onChange: (content: string) => void;
  onSave: () => void;
}) {
  const client = useClient();
  const [editor, setEditor] = useState<EditorView | null>(null);
  const [hints, setHints] = useState(0);

  async function sendPicture(picture: File): Promise<string | null> {
    try {
      return (await client.attach(documentId, picture)).markdown;
    } catch (error) {
      announceFailure(error instanceof Error ? error : new Error(String(error)));
      return null;
    }
  }

  return (
    <div className={classes['panes']} data-view={view}>
      <div className={classes['write']} hidden={view === 'read'}>
        <div className={classes['tools']}>
          <Toolbar
            view={editor}
            onPictures={(pictures) => {
              if (editor) void placePictures(editor, pictures, editor.state.selection.main.head, sendPicture);
            }}
          />
        </div>
        <div className={classes['text']}>
          <MarkdownEditor
            value={content}
            onChange={onChange}
            onView={setEditor}
            onHints={setHints}
            onSave={onSave}
            check={async (text) => (await client.call('documents.check', { content: text })).warnings}
            findPages={async (q, signal) =>
              (await client.call('search.query', { q, as_you_type: true, limit: MOST_PAGES }, signal)).items
            }
            sendPicture={sendPicture}
          />
        </div>
        <Foot content={content} hints={hints} onHints={() => editor && openLintPanel(editor)} />
      </div>
      {view !== 'write' && <Preview documentId={documentId} title={title} content={content} />}
    </div>
  );
}

function Preview({ documentId, title, content }: { documentId: string; title: string; content: string }) {
  const [shown] = useDebouncedValue(content, PREVIEW_AFTER_MS);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by itself, for the keyboard too
    <section className={classes['read']} aria-label="Preview" tabIndex={0}>
      <div className={classes['page']}>
        {shown.trim() === '' ? (
          <Text c="dimmed">What you write appears here as readers see it.</Text>
        ) : (
          <MarkdownView content={shown} documentId={documentId} title={title} />
        )}
      </div>
    </section>
  );
}

function Foot({ content, hints, onHints }: { content: string; hints: number; onHints: () => void }) {
  const [counted] = useDebouncedValue(content, PREVIEW_AFTER_MS);
  const words = counted.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu)?.length ?? 0;
  return (
    <Group className={classes['foot'] ?? ''} gap="sm">
      <Text size="xs" c="dimmed">
        {words === 1 ? '1 word' : `${words.toLocaleString('en')} words`}
      </Text>
      {hints > 0 && (
        <Button
          size="compact-xs"
          variant="subtle"
          color="orange"
          c="var(--mantine-color-text)"
          onClick={onHints}
        >
          {hints === 1 ? '1 hint' : `${hints} hints`}
        </Button>
      )}
    </Group>
  );
}
