import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { useNow } from '../../components/now.ts';
import { CONNECT_ADDRESS, credentialsAddress } from '../../routing/addresses.ts';
import { useReader } from '../../shell/reader.tsx';
import { useAddress, useConnectedApps, usePublicAccess, useTokens, useWaitingChanges } from './facts.ts';
import { countInUse, inUseWords, reachOf, troubleOf, waitingWords } from './words.ts';

/** The state of the workspace in one sentence: “Online at notes.example, 2 apps, 1 change waiting for review”. */
export function StateSentence() {
  const reader = useReader();
  const address = useAddress();
  const apps = useConnectedApps();
  const tokens = useTokens();
  const waiting = useWaitingChanges();
  const access = usePublicAccess();
  const now = useNow();
  // Said in one go, so that the sentence does not grow word by word.
  if (!address.data || !apps.data || tokens.isLoading || !waiting.data || access.isLoading) return '\u00a0';
  const inUse = countInUse(apps.data.items, tokens.data?.items ?? [], now);
  return (
    <>
      {troubleOf(access.data) ?? reachOf(address.data)}
      {', '}
      <Anchor
        component={Link}
        href={inUse.isAnyGood ? credentialsAddress(reader) : CONNECT_ADDRESS}
        inherit
        underline="always"
      >
        {inUseWords(inUse)}
      </Anchor>
      {', '}
      {waitingWords(waiting.data.total)}
    </>
  );
}
