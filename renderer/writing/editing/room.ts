import { useMediaQuery } from '@mantine/hooks';

/** Whether text and preview fit side by side. */
export function useRoomForTwo(): boolean {
  return useMediaQuery('(min-width: 68em)', window.matchMedia('(min-width: 68em)').matches, {
    getInitialValueInEffect: false,
  });
}
