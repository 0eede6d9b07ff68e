import { ActionIcon, AppShell, Burger, Group } from '@mantine/core';
import { Search } from 'lucide-react';
import { Wordmark } from './wordmark.tsx';

/** What stands above the page where there is no room for the navigation beside it. */
export function PhoneHeader({
  name,
  isOpen,
  onToggle,
  onFind,
}: {
  name: string;
  isOpen: boolean;
  onToggle: () => void;
  onFind: () => void;
}) {
  return (
    <AppShell.Header hiddenFrom="sm" className="app-header">
      <Group h="100%" px="sm" gap="sm" wrap="nowrap">
        <Burger opened={isOpen} onClick={onToggle} size="sm" aria-label="Navigation" aria-expanded={isOpen} />
        <Wordmark name={name} />
        <ActionIcon variant="subtle" size="lg" ml="auto" aria-label="Find" onClick={onFind}>
          <Search size={20} aria-hidden />
        </ActionIcon>
      </Group>
    </AppShell.Header>
  );
}
