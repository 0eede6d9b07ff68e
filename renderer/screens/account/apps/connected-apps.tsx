import { Button, Stack } from '@mantine/core';
import { Plug } from 'lucide-react';
import { Link } from 'wouter';
import type { OutputOf } from '../../../../server/faces/app/contract.ts';
import { useOperation } from '../../../client/operations.ts';
import { Section } from '../../../components/section.tsx';
import { EmptyState } from '../../../feedback/empty-state.tsx';
import { Loaded } from '../../../feedback/loaded.tsx';
import { AppCard } from './app-card.tsx';

export type ConnectedApp = OutputOf<'connected_apps.list'>['items'][number];

/** Assistants that somebody let in through sign-in and consent. `owner` undefined: everybody's. */
export function ConnectedApps({ owner }: { owner: string | undefined }) {
  const apps = useOperation('connected_apps.list', owner === undefined ? {} : { username: owner });
  const connect = (
    <Button component={Link} href="~/connect" variant="default">
      Connect an assistant
    </Button>
  );
  return (
    <Section
      title="Connected apps"
      description="Assistants that you let in. They see what you may see, and go as far as you let them."
      actions={apps.data?.total === 0 ? undefined : connect}
    >
      <Loaded query={apps}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState icon={Plug} title="No connected apps" actions={connect}>
              A connected assistant finds, reads and writes pages in your name. You choose how far it may go,
              see everything that it did, and can disconnect it at any time.
            </EmptyState>
          ) : (
            <Stack gap="sm">
              {items.map((app) => (
                <AppCard key={app.id} app={app} showsOwner={owner === undefined} />
              ))}
            </Stack>
          )
        }
      </Loaded>
    </Section>
  );
}
