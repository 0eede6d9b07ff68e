import { Stack, Switch, Text } from '@mantine/core';
import { useAction, useOperation } from '../../../client/operations.ts';
import { Snippet } from '../../../components/snippet.tsx';
import { announceFailure } from '../../../feedback/announce.ts';
import { Loaded } from '../../../feedback/loaded.tsx';
import { FieldCard } from '../../settings/field-card.tsx';

/** Which folder holds everything, and whether it is backed up by itself. */
export function BackupStep() {
  const place = useOperation('workspace.place', {});
  const settings = useOperation('settings.read', {});
  return (
    <Stack gap="lg">
      <Loaded query={place}>
        {({ data_folder: folder }) => <Snippet title="Folder of your workspace" text={folder} />}
      </Loaded>
      <Text>It holds every page, version and picture, in files that other programs can read too.</Text>
      <Loaded query={settings}>
        {({ backup_schedule: schedule }) => (
          <FieldCard>
            <DailyBackup isOn={schedule !== 'off'} />
          </FieldCard>
        )}
      </Loaded>
    </Stack>
  );
}

function DailyBackup({ isOn }: { isOn: boolean }) {
  const update = useAction('settings.update');
  const shown = update.isPending ? update.variables.backup_schedule !== 'off' : isOn;
  return (
    <Switch
      label="Back up every day"
      description="The last days and weeks are kept. Another disk is safer: choose one later, under Backup and data."
      checked={shown}
      onChange={(event) =>
        update.mutate(
          { backup_schedule: event.currentTarget.checked ? 'daily' : 'off' },
          { onError: announceFailure },
        )
      }
    />
  );
}
