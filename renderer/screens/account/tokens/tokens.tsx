import { Button, Checkbox, Group, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import type { OutputOf } from '../../../../server/faces/app/contract.ts';
import { useOperation } from '../../../client/operations.ts';
import { useNow } from '../../../components/now.ts';
import { Section } from '../../../components/section.tsx';
import { EmptyState } from '../../../feedback/empty-state.tsx';
import { Loaded } from '../../../feedback/loaded.tsx';
import { NewToken } from './new-token.tsx';
import { TokenRow } from './token-row.tsx';
import { TokenUse } from './token-use.tsx';

export type Token = OutputOf<'tokens.list'>['items'][number];

/** Personal tokens, for scripts and for assistants that cannot sign in. `owner` undefined: everybody's. */
export function Tokens({ owner }: { owner: string | undefined }) {
  const tokens = useOperation('tokens.list', owner === undefined ? {} : { username: owner });
  const [isOpen, { open, close }] = useDisclosure();
  const [isShownUse, use] = useDisclosure();
  return (
    <Section
      title="API tokens"
      description="For scripts and for assistants that cannot sign in. Whoever has a token acts as you."
      actions={
        <Group gap="xs">
          <Button variant="default" onClick={use.open}>
            Use a token
          </Button>
          <Button leftSection={<Plus size={16} aria-hidden />} onClick={open}>
            Create token
          </Button>
        </Group>
      }
    >
      <Loaded query={tokens}>
        {({ items }) => <TokenList tokens={items} showsOwner={owner === undefined} />}
      </Loaded>
      <TokenUse isOpen={isShownUse} onClose={use.close} />
      <NewToken isOpen={isOpen} onClose={close} />
    </Section>
  );
}

function TokenList({ tokens, showsOwner }: { tokens: readonly Token[]; showsOwner: boolean }) {
  const now = useNow();
  const [showsEnded, setShowsEnded] = useState(false);
  const good = tokens.filter((token) => !isEnded(token, now));
  const shown = showsEnded ? tokens : good;
  return (
    <Stack gap="sm">
      {good.length === 0 && (
        <EmptyState icon={KeyRound} title="No tokens">
          A script needs one to read or write here, and so do assistants that cannot sign in by themselves.
          Claude and ChatGPT do not need one.
        </EmptyState>
      )}
      {shown.map((token) => (
        <TokenRow key={token.id} token={token} isEnded={isEnded(token, now)} showsOwner={showsOwner} />
      ))}
      {good.length < tokens.length && (
        <Checkbox
          label="Show revoked and expired tokens"
          checked={showsEnded}
          onChange={(event) => setShowsEnded(event.currentTarget.checked)}
        />
      )}
    </Stack>
  );
}

function isEnded({ revoked_at, expires_at }: Token, now: number): boolean {
  return revoked_at !== null || (expires_at !== null && Date.parse(expires_at) <= now);
}
