import { SegmentedControl, Stack } from '@mantine/core';
import { useState } from 'react';
import { useReader } from '../../shell/reader.tsx';
import { ConnectedApps } from './apps/connected-apps.tsx';
import { Tokens } from './tokens/tokens.tsx';

/** Tokens and connected apps: one's own, and at the machine everybody's. */
export function Credentials() {
  const { account, is_local } = useReader();
  const [isEverybody, setEverybody] = useState(false);
  const owner = isEverybody ? undefined : account.username;
  return (
    <Stack gap="xl">
      {is_local && account.role === 'admin' && (
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
