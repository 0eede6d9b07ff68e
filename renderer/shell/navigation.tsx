import { AppShell, Badge, NavLink, ScrollArea, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { FindButton } from '../finding/find-button.tsx';
import { offeredScreens } from '../routing/offered-screens.ts';
import type { Reader, Screen, ScreenGroup } from '../routing/screen.ts';
import { useBadges, type Badges } from './badges.ts';
import { scrollWithin } from './scroll-within.ts';
import { SpaceLinks } from './space-links.tsx';
import { UserMenu } from './user-menu.tsx';
import { Wordmark } from './wordmark.tsx';

const GROUPS: readonly { group: ScreenGroup; title: string | null }[] = [
  { group: 'read', title: null },
  { group: 'manage', title: 'Manage' },
  { group: 'system', title: 'System' },
];

/** The way to every screen that this reader has. */
export function Navigation({
  reader,
  isOpen,
  onNavigate,
  onFind,
}: {
  reader: Reader;
  /** On a phone, where it covers the page. */
  isOpen: boolean;
  onNavigate: () => void;
  onFind: () => void;
}) {
  const badges = useBadges(reader);
  const offered = offeredScreens(reader);
  return (
    <AppShell.Navbar
      p="sm"
      component="nav"
      aria-label="Main"
      className="app-navbar"
      data-closed={isOpen ? undefined : true}
    >
      <AppShell.Section visibleFrom="sm" px={6} pb="sm" pt={4}>
        <Wordmark name={reader.account.workspace.name} />
      </AppShell.Section>
      <AppShell.Section visibleFrom="sm" pb="sm">
        <FindButton onFind={onFind} />
      </AppShell.Section>
      <AppShell.Section grow component={ScrollArea} type="hover" scrollbarSize={8}>
        {GROUPS.map(({ group, title }) => (
          <Section
            key={group}
            title={title}
            screens={offered.filter((screen) => screen.group === group)}
            badges={badges}
            onNavigate={onNavigate}
          />
        ))}
      </AppShell.Section>
      <AppShell.Section pt="xs">
        <UserMenu reader={reader} onNavigate={onNavigate} />
      </AppShell.Section>
    </AppShell.Navbar>
  );
}

function Section({
  title,
  screens,
  badges,
  onNavigate,
}: {
  title: string | null;
  screens: readonly Screen[];
  badges: Badges;
  onNavigate: () => void;
}) {
  if (screens.length === 0) return null;
  return (
    <Stack gap={2} className="app-ways">
      {title !== null && (
        <Text size="xs" fw={600} c="dimmed" px={10} pb={2}>
          {title}
        </Text>
      )}
      {screens.map((screen) => (
        <ScreenLink
          key={screen.path}
          screen={screen}
          waiting={screen.badge ? badges[screen.badge] : 0}
          onNavigate={onNavigate}
        />
      ))}
    </Stack>
  );
}

function ScreenLink({
  screen: { path, title, icon: Icon },
  waiting,
  onNavigate,
}: {
  screen: Screen;
  waiting: number;
  onNavigate: () => void;
}) {
  const [location] = useLocation();
  const isHere = isWithin(location, path);
  const link = useRef<HTMLAnchorElement>(null);
  // On a low screen the last ones lie below the edge.
  useEffect(() => {
    if (isHere && link.current) scrollWithin(link.current);
  }, [isHere]);
  return (
    <>
      <NavLink
        component={Link}
        href={path}
        label={title}
        leftSection={<Icon size={18} strokeWidth={1.75} aria-hidden />}
        rightSection={
          waiting > 0 && (
            <Badge size="sm" circle={waiting < 10} aria-label={`${waiting} waiting`}>
              {waiting > 99 ? '99+' : waiting}
            </Badge>
          )
        }
        ref={link}
        className="app-way"
        active={isHere}
        aria-current={isHere ? 'page' : undefined}
        onClick={onNavigate}
      />
      {path === '/documents' && <SpaceLinks onNavigate={onNavigate} />}
    </>
  );
}

function isWithin(location: string, path: string): boolean {
  return location === path || (path !== '/' && location.startsWith(`${path}/`));
}
