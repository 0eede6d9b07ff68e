import type { MantineColorScheme } from '@mantine/core';

/** The choices of colours, as people name them. */
export const COLOUR_SCHEMES: readonly { scheme: MantineColorScheme; label: string }[] = [
  { scheme: 'light', label: 'Light' },
  { scheme: 'dark', label: 'Dark' },
  { scheme: 'auto', label: 'Like the system' },
];
