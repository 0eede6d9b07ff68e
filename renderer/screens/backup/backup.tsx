import { Stack } from '@mantine/core';
import { useOperation } from '../../client/operations.ts';
import { Page } from '../../components/page.tsx';
import { Loaded } from '../../feedback/loaded.tsx';
import { BackUpNow } from './back-up-now.tsx';
import { BackupList } from './backup-list.tsx';
import { MarkdownFiles } from './markdown-files.tsx';
import { MarkdownMirror } from './markdown-mirror.tsx';
import { Schedule } from './schedule.tsx';
import { StateCard } from './state-card.tsx';

/** Whether all is safe, what there is to go back to, and the workspace as files. */
export function Backup() {
  const status = useOperation('backup.status', {});
  return (
    <Page
      title="Backup and data"
      description="A backup holds everything: pages, versions, pictures, people and their rights."
      actions={<BackUpNow status={status.data} />}
    >
      <Stack gap="xl">
        <Loaded query={status}>{(found) => <StateCard status={found} />}</Loaded>
        <BackupList />
        <Schedule />
        <MarkdownMirror />
        <MarkdownFiles />
      </Stack>
    </Page>
  );
}
