import { Button } from '@mantine/core';
import { GraduationCap } from 'lucide-react';
import { useAction } from '../../client/operations.ts';
import { Page } from '../../components/page.tsx';
import { announceDone, announceFailure } from '../../feedback/announce.ts';
import { EmptyState } from '../../feedback/empty-state.tsx';
import { useReader } from '../../shell/reader.tsx';

/** What trainings are, and the switch for whoever sits at the machine. */
export function TrainingOff() {
  const { account, is_local: isLocal } = useReader();
  const update = useAction('settings.update');
  const canSwitch = isLocal && account.role === 'admin';
  return (
    <Page title="Training">
      <EmptyState
        icon={GraduationCap}
        title="Training is switched off"
        actions={
          canSwitch && (
            <Button
              loading={update.isPending}
              onClick={() =>
                update.mutate(
                  { training: true },
                  { onSuccess: () => announceDone('Training is on.'), onError: announceFailure },
                )
              }
            >
              Switch training on
            </Button>
          )
        }
      >
        A training shows a published page as slides and asks the questions that it contains. You assign it to
        people and see who has passed.
        {!canSwitch && ' An admin switches it on at the machine of the workspace.'}
      </EmptyState>
    </Page>
  );
}
