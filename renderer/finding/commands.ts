import { useMantineColorScheme } from '@mantine/core';
import { FilePlus, SunMoon } from 'lucide-react';
import { useLocation } from 'wouter';
import { useOperation } from '../client/operations.ts';
import { NEW_DOCUMENT_ADDRESS } from '../routing/addresses.ts';
import { offeredScreens } from '../routing/offered-screens.ts';
import { COLOUR_SCHEMES } from '../shell/colour-schemes.ts';
import { useReader } from '../shell/reader.tsx';
import type { Entry } from './entry.ts';

/** What can be done from anywhere: write a page, go to a screen, change the colours. */
export function useCommands(isWanted: boolean): readonly Entry[] {
  const reader = useReader();
  const [, navigate] = useLocation();
  const { setColorScheme } = useMantineColorScheme();
  const spaces = useOperation('spaces.list', {}, { enabled: isWanted });
  const mayWrite = spaces.data?.items.some((space) => space.can_edit) ?? false;
  return [
    ...(mayWrite ? [going('New page', NEW_DOCUMENT_ADDRESS, FilePlus)] : []),
    ...offeredScreens(reader).map(({ title, path, icon }) => going(`Go to ${title}`, path, icon)),
    ...COLOUR_SCHEMES.map(({ scheme, label }): Entry => ({
      id: `colours-${scheme}`,
      label: `Colours: ${label}`,
      icon: SunMoon,
      effect: 'acts',
      choose: () => setColorScheme(scheme),
    })),
  ];

  function going(label: string, path: string, icon: Entry['icon']): Entry {
    return { id: `go-${path}`, label, icon, effect: 'leaves', choose: () => navigate(path) };
  }
}
