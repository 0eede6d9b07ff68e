import { VisuallyHidden } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useDocumentTitle } from '@mantine/hooks';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { announceDone } from '../../feedback/announce.ts';
import { MergeScreen } from '../merging/merge-screen.tsx';
import { DetailsDrawer } from './details-drawer.tsx';
import { isAutosaved } from './draft-session.ts';
import { EditBar } from './edit-bar.tsx';
import { OriginNotice } from './origin-notice.tsx';
import { PhoneUpload } from './phone-upload.tsx';
import { PublishDialog, publishWords } from './publish-dialog.tsx';
import type { EditStart } from './start-editing.ts';
import { TextPanes, type PaneView } from './text-panes.tsx';
import { TitleField } from './title-field.tsx';
import { useDraft } from './use-draft.ts';
import { useLeaveGuard } from './leave-guard.ts';
import { useRoomForTwo } from './room.ts';
import classes from './edit-screen.module.css';

type Opened = 'publish' | 'details' | 'phone' | null;

/** A page while it is written: title, text and preview, and what can be done with them. */
export function EditScreen({ start }: { start: EditStart }) {
  const { draft, session } = useDraft(start);
  const [, navigate] = useLocation();
  const [opened, setOpened] = useState<Opened>(null);
  const hasRoom = useRoomForTwo();
  const [view, setView] = useState<PaneView>(hasRoom ? 'both' : 'write');
  const { base, fields, theirs, isDirty, isUnsent } = draft;
  const isDraft = isAutosaved(base);
  const page = `~/documents/${base.id}`;
  const close = () => setOpened(null);
  const guard = useLeaveGuard(isUnsent && !isDraft);
  useDocumentTitle(`${fields.title || 'Untitled'} · Commonplace`);

  if (theirs) {
    return (
      <MergeScreen
        key={theirs.version}
        base={base}
        theirs={theirs}
        mine={fields}
        onMerged={(merged) => session.settle(merged, theirs)}
        onDiscard={() => confirmDiscard(theirs.updated_by.name, () => session.discard())}
      />
    );
  }
  return (
    <div className={classes['screen']}>
      <VisuallyHidden>
        <h1>Edit {fields.title || 'Untitled'}</h1>
      </VisuallyHidden>
      <EditBar
        draft={draft}
        waits={start.waits}
        view={view}
        hasRoom={hasRoom}
        onView={setView}
        onOpen={setOpened}
        onDiscard={() => confirmDiscard(null, () => session.discard())}
      />
      <OriginNotice origin={start.origin} isDirty={isDirty} onDiscard={() => session.discard()} />
      <TitleField value={fields.title} onChange={(title) => session.change({ title })} />
      <TextPanes
        documentId={base.id}
        title={fields.title}
        content={fields.content}
        view={view}
        onChange={(content) => session.change({ content })}
        onSave={() => void (isDraft ? session.flush() : setOpened('publish'))}
      />
      <DetailsDrawer
        isOpen={opened === 'details'}
        onClose={close}
        documentId={base.id}
        fields={fields}
        onChange={(changes) => session.change(changes)}
      />
      {opened === 'phone' && <PhoneUpload documentId={base.id} onClose={close} />}
      {opened === 'publish' && (
        <PublishDialog
          words={publishWords(isDraft, start.waits)}
          isOpen
          onClose={close}
          onSubmit={(note) => session.submit('published', note)}
          onDone={() => {
            guard.release();
            navigate(page);
          }}
        />
      )}
    </div>
  );
}

/** Words that go for good: the one thing here that is asked twice. */
function confirmDiscard(them: string | null, discard: () => void): void {
  modals.openConfirmModal({
    title: them === null ? 'Discard your changes?' : `Use only the text of ${them}?`,
    children: 'What you wrote and did not save is gone then.',
    labels: { confirm: 'Discard my changes', cancel: 'Keep them' },
    confirmProps: { color: 'red' },
    centered: true,
    onConfirm: () => {
      discard();
      announceDone('Your changes are discarded');
    },
  });
}
