import { Anchor, CloseButton, Group, Paper, Text } from '@mantine/core';
import { RefreshCw } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { documentAddress, documentOfAddress } from '../routing/addresses.ts';
import type { ForeignChanges } from './foreign-changes.ts';

/** One quiet line about what changed meanwhile. Whatever shows it has been read anew already. */
export function ChangeNotice({ changes: { documents, dismiss } }: { changes: ForeignChanges }) {
  const [location] = useLocation();
  const last = documents.at(-1);
  const isShown = last !== undefined && documentOfAddress(location) === last.id;

  // Whoever goes on to another page has had the time to see it.
  const seen = useRef(location);
  useEffect(() => {
    if (seen.current === location) return;
    seen.current = location;
    dismiss();
  }, [dismiss, location]);

  if (!last) return null;
  const { id, title, by, client } = last;
  const author = client === null ? by : `${by} through ${client}`;
  return (
    <Paper className="app-notice" withBorder shadow="md" radius="xl" px="md" py={6}>
      <Group gap="sm" wrap="nowrap">
        <RefreshCw size={16} aria-hidden />
        <Text size="sm" lineClamp={2}>
          {sentence(documents.length, isShown ? 'This page' : title, author)}
        </Text>
        {!isShown && (
          <Anchor component={Link} href={documentAddress(id)} size="sm" fw={600}>
            Show
          </Anchor>
        )}
        <CloseButton size="sm" aria-label="Dismiss" onClick={dismiss} />
      </Group>
    </Paper>
  );
}

function sentence(count: number, title: string, author: string): string {
  return count === 1 ? `${title}: changed by ${author}` : `${count} pages changed, last by ${author}`;
}
