import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';

export interface RoutedTab {
  /** Below the screen's own path; `/` is the first. */
  path: string;
  title: string;
  content: ReactNode;
}

/** Tabs that are addresses: a link leads to one, and back leads to the one before. */
export function RoutedTabs({ tabs }: { tabs: readonly RoutedTab[] }) {
  const [location, navigate] = useLocation();
  const chosen = tabs.find(({ path }) => path !== '/' && location.startsWith(path))?.path ?? '/';
  return (
    <Tabs value={chosen} onChange={(path) => navigate(path ?? '/')} keepMounted={false}>
      <Tabs.List mb="lg">
        {tabs.map(({ path, title }) => (
          <Tabs.Tab key={path} value={path}>
            {title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ path, content }) => (
        <Tabs.Panel key={path} value={path}>
          {content}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
