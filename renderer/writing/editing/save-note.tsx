import { Group, Text, Tooltip } from '@mantine/core';
import { Check, Clock, CloudOff, HardDrive, LoaderCircle } from 'lucide-react';
import { CallFailed } from '../../client/transport.ts';
import { isAutosaved, type DraftState } from './draft-session.ts';

/** In a few words, whether what is on screen is safe, and where. */
export function SaveNote({ draft }: { draft: DraftState }) {
  const { icon: Icon, words, explanation } = noteOf(draft);
  return (
    <Tooltip label={explanation} multiline maw={280}>
      <Group gap={6} wrap="nowrap" component="output" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
        <Icon size={15} aria-hidden />
        <Text size="sm">{words}</Text>
      </Group>
    </Tooltip>
  );
}

function noteOf(draft: DraftState) {
  const { isSaving, isDirty, isUnsent, error, base } = draft;
  if (isSaving) return { icon: LoaderCircle, words: 'Saving…', explanation: 'On its way to the server.' };
  if (error && isDirty) {
    const hint = error instanceof CallFailed ? error.error.hint : null;
    return {
      icon: CloudOff,
      words: 'Not saved',
      explanation: `${error.message} ${hint ?? ''} Your text is kept on this device.`,
    };
  }
  if (isDirty && isAutosaved(base))
    return { icon: LoaderCircle, words: 'Not saved yet', explanation: 'Saved a moment after the last key.' };
  if (isDirty && !isUnsent)
    return {
      icon: Clock,
      words: 'Waits for review',
      explanation: 'Readers see the published text until an approver decides.',
    };
  if (isDirty) {
    return {
      icon: HardDrive,
      words: 'Kept on this device',
      explanation: 'Readers see the published text until you publish your changes.',
    };
  }
  return {
    icon: Check,
    words: isAutosaved(base) ? 'Saved' : 'No changes',
    explanation: isAutosaved(base) ? 'Drafts are saved as you write.' : 'This is the published text.',
  };
}
