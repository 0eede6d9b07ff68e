import { lazy, Suspense } from 'react';
import { Loading } from '../../feedback/loading.tsx';
import type { Compared } from './compare-texts.tsx';

const Compare = lazy(async () => ({ default: (await import('./compare-texts.tsx')).CompareTexts }));

/** The same as `CompareTexts`, loaded when it is first shown. */
export function LazyCompare(props: Compared) {
  return (
    <Suspense fallback={<Loading />}>
      <Compare {...props} />
    </Suspense>
  );
}
