import { Stack } from '@mantine/core';
import { Route, Switch } from 'wouter';
import { useOperation } from '../../client/operations.ts';
import { Page } from '../../components/page.tsx';
import { Loaded } from '../../feedback/loaded.tsx';
import { BackUpNow } from './back-up-now.tsx';
import { BackupList } from './backup-list.tsx';
import { ImportPage } from './import-page.tsx';
import { MarkdownFiles } from './markdown-files.tsx';
import { MarkdownMirror } from './markdown-mirror.tsx';
import { Schedule } from './schedule.tsx';
import { StateCard } from './state-card.tsx';

/** Backups and files, and the import as a page of its own. */
export function Backup() {
  return (
    <Switch>
      <Route path="/import">
        <ImportPage />
      </Route>
      <Route>
        <Overview />
      </Route>
    </Switch>
  );
}

/** Whether all is safe, what there is to go back to, and the workspace as files. */
function Overview() {
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
