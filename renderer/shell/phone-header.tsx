import { ActionIcon, AppShell, Group } from '@mantine/core';
import { Search } from 'lucide-react';
import type { Reader } from '../routing/screen.ts';
import { MenuButton } from './menu-button.tsx';
import { Wordmark } from './wordmark.tsx';

/** What stands above the page where there is no room for the navigation beside it. */
export function PhoneHeader({
  reader,
  isOpen,
  onToggle,
  onFind,
}: {
  reader: Reader;
  isOpen: boolean;
  onToggle: () => void;
  onFind: () => void;
}) {
  return (
    <AppShell.Header hiddenFrom="sm" className="app-header">
      <Group h="100%" px="sm" gap="sm" wrap="nowrap">
        <MenuButton reader={reader} isOpen={isOpen} onToggle={onToggle} />
        <Wordmark name={reader.account.workspace.name} />
        <ActionIcon variant="subtle" size="lg" ml="auto" aria-label="Find" onClick={onFind}>
          <Search size={20} aria-hidden />
        </ActionIcon>
      </Group>
    </AppShell.Header>
  );
}
