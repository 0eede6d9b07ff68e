import { Grid, Stack } from '@mantine/core';
import { Page } from '../../components/page.tsx';
import { useReader } from '../../shell/reader.tsx';
import { AddressCard } from './address-card.tsx';
import { ChangedLast } from './changed-last.tsx';
import { DataNotice } from './data-notice.tsx';
import { LastBackup } from './last-backup.tsx';
import { LastEvents } from './last-events.tsx';
import { StartChecklist } from './start-checklist.tsx';
import { StateSentence } from './state-sentence.tsx';
import { WaitingReviews } from './waiting-reviews.tsx';

/** Where the person begins: how things stand, what waits for them, what is new. */
export function Home() {
  const { account, is_local: isLocal } = useReader();
  const seesEverything = isLocal && account.role === 'admin';
  return (
    <Page title={`Hello, ${account.name}`} description={<StateSentence />}>
      {seesEverything && <DataNotice />}
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack gap="lg">
            {seesEverything && <StartChecklist />}
            <WaitingReviews />
            <ChangedLast />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Stack gap="lg">
            <AddressCard />
            {seesEverything && <LastBackup />}
            {seesEverything && <LastEvents />}
          </Stack>
        </Grid.Col>
      </Grid>
    </Page>
  );
}
