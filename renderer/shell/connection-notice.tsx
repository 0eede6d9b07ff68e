import { Button, Group, Paper, Text } from '@mantine/core';
import { LogIn, WifiOff } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { CallFailed } from '../client/transport.ts';
import { useReader } from './reader.tsx';
import { signInAgain } from './sign-in-again.ts';

/** A connection that is back within this time was never missed. */
const PATIENCE_MS = 1_500;

/**
 * Says that what is shown may be old, and what to do.
 *
 * @param refusal why the reader's own account could not be read anew, if so
 */
export function ConnectionNotice({ isLive, refusal }: { isLive: boolean; refusal: Error | null }) {
  const isMissed = useLasting(!isLive);
  const { is_local: isLocal } = useReader();
  const { code, status, message } = refusal instanceof CallFailed ? refusal.error : NO_ANSWER;
  if (code === 'unauthorized') {
    return (
      <Notice>
        <LogIn size={16} aria-hidden />
        <Text size="sm">You are signed out.</Text>
        <Button size="compact-sm" onClick={() => signInAgain(isLocal)}>
          Sign in again
        </Button>
      </Notice>
    );
  }
  if (!isMissed) return null;
  return (
    <Notice>
      <WifiOff size={16} aria-hidden />
      {/* E.g. while the owner has paused public access. */}
      <Text size="sm">{status === 503 ? message : NO_ANSWER.message} Trying again…</Text>
    </Notice>
  );
}

const NO_ANSWER = { code: '', status: 0, message: 'Commonplace does not answer.' };

function Notice({ children }: { children: ReactNode }) {
  return (
    <Paper className="app-notice" withBorder shadow="md" radius="xl" px="md" py={6}>
      <Group gap="sm" wrap="nowrap">
        {children}
      </Group>
    </Paper>
  );
}

/** Whether something has been so for a while. */
function useLasting(isSo: boolean): boolean {
  const [isLasting, setLasting] = useState(false);
  useEffect(() => {
    if (!isSo) return undefined;
    const timer = setTimeout(() => setLasting(true), PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      setLasting(false);
    };
  }, [isSo]);
  return isSo && isLasting;
}
