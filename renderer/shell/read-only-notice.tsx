import { Alert, Anchor } from '@mantine/core';
import { Lock } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import type { Reader } from '../routing/screen.ts';
import { DIAGNOSTICS_ADDRESS } from '../routing/addresses.ts';

/** Says on every page that nothing can be changed, before somebody writes in vain; nothing while all is well. */
export function ReadOnlyNotice({ reader: { account, is_local: isLocal } }: { reader: Reader }) {
  const [location] = useLocation();
  if (!account.workspace.read_only) return null;
  const isOwner = isLocal && account.role === 'admin';
  return (
    <Alert
      className="app-read-only"
      color="red"
      variant="light"
      radius={0}
      icon={<Lock aria-hidden />}
      role="note"
    >
      {isOwner
        ? 'Pages can be read; nothing can be changed until you have settled what is wrong with the files.'
        : 'Pages can be read; nothing can be changed until the owner of this workspace has put it right.'}{' '}
      {isOwner && location !== DIAGNOSTICS_ADDRESS && (
        <Anchor component={Link} href={DIAGNOSTICS_ADDRESS} inherit underline="always">
          See what it is
        </Anchor>
      )}
    </Alert>
  );
}
