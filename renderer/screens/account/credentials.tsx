import { SegmentedControl, Stack } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { isOwner } from '../../routing/owner.ts';
import { useReader } from '../../shell/reader.tsx';
import { ConnectedApps } from './apps/connected-apps.tsx';
import { Tokens } from './tokens/tokens.tsx';

/** Tokens and connected apps: one's own, and at the machine everybody's. */
export function Credentials() {
  const reader = useReader();
  const seesEverybody = isOwner(reader);
  const [location] = useLocation();
  const [isEverybody, setEverybody] = useState(seesEverybody && location.endsWith('/everybody'));
  const owner = isEverybody ? undefined : reader.account.username;
  return (
    <Stack gap="xl">
      {seesEverybody && (
        <SegmentedControl
          aria-label="Whose tokens and apps"
          value={isEverybody ? 'everybody' : 'mine'}
          onChange={(value) => setEverybody(value === 'everybody')}
          data={[
            { value: 'mine', label: 'Mine' },
            { value: 'everybody', label: 'Everybody’s' },
          ]}
          style={{ alignSelf: 'flex-start' }}
        />
      )}
      <Tokens owner={owner} />
      <ConnectedApps owner={owner} />
    </Stack>
  );
}
