import { Stack, Tabs } from '@mantine/core';
import { useState } from 'react';
import { Page } from '../../components/page.tsx';
import { useReader } from '../../shell/reader.tsx';
import { DeckList } from './deck-list.tsx';
import { NewDeck } from './new-deck.tsx';
import { OwnTrainings } from './own-trainings.tsx';

type View = 'own' | 'manage';

/** The reader’s own trainings; beside them the decks, for training managers. */
export function TrainingHome() {
  const { training_manager: isManager } = useReader().account;
  const [view, setView] = useState<View>('own');
  if (!isManager)
    return (
      <Page title="Training" description="What you are to take, and your results.">
        <OwnTrainings />
      </Page>
    );
  return (
    <Page
      title="Training"
      description="Published pages as slides with questions."
      actions={view === 'manage' && <NewDeck />}
    >
      <Tabs
        value={view}
        onChange={(value) => setView(value === 'manage' ? 'manage' : 'own')}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="own">My trainings</Tabs.Tab>
          <Tabs.Tab value="manage">Manage</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="own">
          <OwnTrainings />
        </Tabs.Panel>
        <Tabs.Panel value="manage">
          <Stack>
            <DeckList />
          </Stack>
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
