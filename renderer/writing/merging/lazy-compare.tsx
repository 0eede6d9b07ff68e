import { Center, Loader } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { Compared } from './compare-texts.tsx';

const Compare = lazy(async () => ({ default: (await import('./compare-texts.tsx')).CompareTexts }));

/** The same as `CompareTexts`, loaded when it is first shown. */
export function LazyCompare(props: Compared) {
  return (
    <Suspense
      fallback={
        <Center p="xl">
          <Loader aria-label="Loading" />
        </Center>
      }
    >
      <Compare {...props} />
    </Suspense>
  );
}
