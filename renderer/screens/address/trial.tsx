import { Alert, Button, Group, List } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { useAction } from '../../client/operations.ts';
import { announceFailure } from '../../feedback/announce.ts';
import type { PublicAccess } from '../../components/access-words.ts';
import { Reachable } from './reachable.tsx';
import { WayPage } from './way-page.tsx';

/** The quick tunnel: what one gets, what one does not, and go. */
export function Trial({ access }: { access: PublicAccess }) {
  const [, navigate] = useLocation();
  const update = useAction('public_access.update');
  const isInUse = access.mode === 'quick_tunnel';
  const start = () =>
    update.mutate({ mode: 'quick_tunnel' }, { onSuccess: () => navigate('/'), onError: announceFailure });
  return (
    <WayPage
      title="Trial address"
      about="Cloudflare lends you an address such as https://four-random-words.trycloudflare.com. No account, no domain, ready in seconds."
    >
      <Alert variant="light" color="yellow" icon={<TriangleAlert aria-hidden />} title="The address changes">
        <List size="sm" spacing={4}>
          <List.Item>At every start of Commonplace it is another one, and sometimes in between.</List.Item>
          <List.Item>Assistants that were connected have to be connected again each time.</List.Item>
          <List.Item>Cloudflare makes no promise that it works, and allows few requests at a time.</List.Item>
        </List>
      </Alert>
      <Reachable />
      <Group>
        <Button loading={update.isPending} onClick={start} disabled={isInUse}>
          {isInUse ? 'The trial is in use' : 'Start the trial'}
        </Button>
        <Button variant="default" component={Link} href="/stable">
          Set up a stable address instead
        </Button>
      </Group>
    </WayPage>
  );
}
