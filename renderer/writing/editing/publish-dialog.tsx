import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { noteSchema } from '../../../server/domain/document.ts';
import { announceDone } from '../../feedback/announce.ts';
import { Failure } from '../../feedback/failure.tsx';
import { WaitingForReview } from '../waiting-for-review.tsx';
import type { ChangeOutcome } from './page-fields.ts';

/** What publishing means for this page and this person, in words. */
export interface PublishWords {
  title: string;
  explanation: string;
  button: string;
  done: string;
  /** What is said when it waits for review instead. */
  waiting: string;
  /** What is asked about it; null where nothing is: of a new page, everything is new. */
  note: { label: string; description: string } | null;
}

const DRAFT_WAITS = 'An approver looks at the page before readers see it. Until then it stays a draft.';
const CHANGE_WAITS =
  'An approver looks at your change before readers see it. Until then the page stays as it was.';

const FOR_THE_HISTORY = { label: 'What changed, and why?', description: 'Shown in the history of the page.' };
const FOR_THE_REVIEWER = {
  label: 'Note for the reviewer',
  description: 'Shown with your request, and in the history of the page.',
};

export function publishWords(isDraft: boolean, waits: boolean): PublishWords {
  if (waits) {
    return {
      title: 'Request review',
      explanation: isDraft
        ? 'Somebody who may publish looks at the page. Until then it stays a draft.'
        : 'Somebody who may publish looks at your changes. Until then readers see the page as it was.',
      button: 'Request review',
      done: 'Review requested',
      waiting: isDraft ? DRAFT_WAITS : CHANGE_WAITS,
      note: FOR_THE_REVIEWER,
    };
  }
  return isDraft
    ? {
        title: 'Publish this page',
        explanation: 'Everybody who may see its space can read it from now on.',
        button: 'Publish',
        done: 'Published',
        waiting: DRAFT_WAITS,
        note: null,
      }
    : {
        title: 'Publish your changes',
        explanation: 'They replace the published text. The version before stays in the history.',
        button: 'Publish changes',
        done: 'Your changes are published',
        waiting: CHANGE_WAITS,
        note: FOR_THE_HISTORY,
      };
}

/** Asks for a note where one helps, publishes or requests review, and says plainly what happened. */
export function PublishDialog({
  words,
  isOpen,
  onClose,
  onSubmit,
  onDone,
}: {
  words: PublishWords;
  isOpen: boolean;
  onClose: () => void;
  /** Null when somebody else's change has to be merged first. */
  onSubmit: (note: string) => Promise<ChangeOutcome | null>;
  onDone: () => void;
}) {
  const [note, setNote] = useState('');
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const [isWaiting, setWaiting] = useState(false);

  async function submit(): Promise<void> {
    setSending(true);
    setError(null);
    try {
      const outcome = await onSubmit(note.trim());
      if (outcome === null) onClose();
      else if (outcome.pending) setWaiting(true);
      else {
        announceDone(words.done);
        onDone();
      }
    } catch (refusal) {
      setError(refusal instanceof Error ? refusal : new Error(String(refusal)));
    } finally {
      setSending(false);
    }
  }

  return (
    <Modal
      opened={isOpen}
      onClose={isWaiting ? onDone : onClose}
      title={isWaiting ? 'Waiting for review' : words.title}
      centered
    >
      {!isWaiting ? (
        <Stack gap="md">
          <Text size="sm">{words.explanation}</Text>
          {words.note && <NoteField words={words.note} value={note} onChange={setNote} />}
          {error && <Failure error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Keep writing
            </Button>
            <Button
              data-autofocus={words.note === null || undefined}
              loading={isSending}
              onClick={() => void submit()}
            >
              {words.button}
            </Button>
          </Group>
        </Stack>
      ) : (
        <WaitingForReview message={words.waiting} onDone={onDone} />
      )}
    </Modal>
  );
}

function NoteField({
  words: { label, description },
  value,
  onChange,
}: {
  words: { label: string; description: string };
  value: string;
  onChange: (note: string) => void;
}) {
  return (
    <Textarea
      label={label}
      description={`Optional. ${description}`}
      data-autofocus
      autosize
      minRows={2}
      maxRows={6}
      value={value}
      error={noteSchema.safeParse(value).success ? undefined : 'Shorten the note.'}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
