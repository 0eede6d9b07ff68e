import { useCallback, useEffect, useState } from 'react';
import type { OutlineEntry } from '../../../reading/parse/read-text.ts';

/** How far below the window's upper edge a heading counts as reached. */
const REACHED_PX = 120;

/** The anchor of the heading whose section is read, as far as the page is scrolled. */
export function useActiveHeading(entries: readonly OutlineEntry[], idPrefix: string): string | null {
  const [active, setActive] = useState<string | null>(null);
  const elementOf = useCallback(
    ({ anchor }: OutlineEntry) => document.getElementById(`${idPrefix}${anchor}`),
    [idPrefix],
  );
  useEffect(() => {
    if (entries.length === 0) return undefined;
    let frame = 0;
    const find = () => {
      frame = 0;
      const reached = entries.findLast((entry) => {
        const top = elementOf(entry)?.getBoundingClientRect().top;
        return top !== undefined && top < REACHED_PX;
      });
      setActive((reached ?? entries[0])?.anchor ?? null);
    };
    const later = () => {
      frame ||= requestAnimationFrame(find);
    };
    later();
    window.addEventListener('scroll', later, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', later);
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- `find` asks for elements in a frame to come
  }, [entries, elementOf]);
  return active;
}
