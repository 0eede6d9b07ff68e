import { Button, Group, Paper, Text } from '@mantine/core';
import { LogIn, WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';

/** A connection that is back within this time was never missed. */
const PATIENCE_MS = 1_500;

/** Says that what is shown may be old, and what to do. */
export function ConnectionNotice({ isLive, isSignedOut }: { isLive: boolean; isSignedOut: boolean }) {
  const isMissed = useLasting(!isLive);
  if (isSignedOut) {
    return (
      <Paper className="app-notice" withBorder shadow="md" radius="xl" px="md" py={6}>
        <Group gap="sm" wrap="nowrap">
          <LogIn size={16} aria-hidden />
          <Text size="sm">You are signed out.</Text>
          <Button size="compact-sm" onClick={() => location.reload()}>
            Sign in again
          </Button>
        </Group>
      </Paper>
    );
  }
  if (!isMissed) return null;
  return (
    <Paper className="app-notice" withBorder shadow="md" radius="xl" px="md" py={6}>
      <Group gap="sm" wrap="nowrap">
        <WifiOff size={16} aria-hidden />
        <Text size="sm">Commonplace does not answer. Trying again…</Text>
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
