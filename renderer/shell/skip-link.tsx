import type { RefObject } from 'react';

/** The first stop of the Tab key: past the navigation (WCAG 2.2, 2.4.1). A link cannot do it: its # is our route. */
export function SkipLink({ to }: { to: RefObject<HTMLElement | null> }) {
  return (
    <button type="button" className="app-skip" onClick={() => to.current?.focus()}>
      Skip to the page
    </button>
  );
}
