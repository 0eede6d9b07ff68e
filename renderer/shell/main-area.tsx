import { AppShell } from '@mantine/core';
import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { useLocation } from 'wouter';
import { keepScrollPositions, scrollTo } from './scroll-positions.ts';

/**
 * Where the page stands. On the way to another page the focus follows, so that keyboard and screen reader begin
 * there (WCAG 2.2, 2.4.3); a new page is seen from its top, one that the person comes back to as they left it.
 */
export function MainArea({
  area,
  isCovered,
  children,
}: {
  area: RefObject<HTMLElement | null>;
  isCovered: boolean;
  children: ReactNode;
}) {
  const [location] = useLocation();
  const shown = useRef(location);

  useEffect(keepScrollPositions, []);
  useEffect(() => {
    if (shown.current === location) return undefined;
    shown.current = location;
    area.current?.focus({ preventScroll: true });
    return scrollTo(location);
  }, [area, location]);

  return (
    <AppShell.Main ref={area} tabIndex={-1} className="app-main" inert={isCovered}>
      {children}
    </AppShell.Main>
  );
}
