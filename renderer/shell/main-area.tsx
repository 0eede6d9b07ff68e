import { AppShell } from '@mantine/core';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import { useLocation } from 'wouter';
import { pageAddress } from '../routing/page-address.ts';
import { keepScrollPositions, scrollTo, stayThere } from './scroll-positions.ts';

/**
 * Where the page stands. On the way to another page the focus follows, so that keyboard and screen reader begin
 * there (WCAG 2.2, 2.4.3), and further in where the page takes it itself; a new page is seen from its top, one that
 * the person comes back to as they left it. A tab of the same page leaves both as they are: its arrow keys go on from
 * tab to tab.
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
  const focusedBefore = document.activeElement;
  const isFocusMoved = useEffectEvent(() => document.activeElement !== focusedBefore);

  useEffect(keepScrollPositions, []);
  // Before the effects of the page that has come, so that a place in it which it goes to is where it stays.
  useLayoutEffect(() => {
    if (shown.current === location) return undefined;
    const isSamePage = pageAddress(shown.current) === pageAddress(location);
    shown.current = location;
    const isWithin = area.current?.contains(document.activeElement) ?? false;
    if (isSamePage && isWithin) {
      stayThere();
      return undefined;
    }
    if (!isWithin || !isFocusMoved()) area.current?.focus({ preventScroll: true });
    return scrollTo(location);
  }, [area, location]);

  return (
    <AppShell.Main ref={area} tabIndex={-1} className="app-main" inert={isCovered}>
      {children}
    </AppShell.Main>
  );
}
