import { Center, Loader, VisuallyHidden } from '@mantine/core';

/** Says that something is on its way, to the eye and to screen readers. */
export function Loading() {
  return (
    <Center p="xl" component="output">
      <Loader aria-hidden />
      <VisuallyHidden>Loading</VisuallyHidden>
    </Center>
  );
}
