import { modals } from '@mantine/modals';
import { useEffect, useRef } from 'react';

/**
 * Asks before a link leads away from changes that readers do not have yet. They are kept on this device either way;
 * whoever leaves should know that nobody else sees them.
 */
export function useLeaveGuard(isUnsent: boolean): { release(): void } {
  const isOn = useRef(false);
  useEffect(() => {
    isOn.current = isUnsent;
    if (!isUnsent) return undefined;
    const ask = (event: MouseEvent) => {
      const address = leadsAway(event);
      if (address === null || !isOn.current) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      askToLeave(() => {
        isOn.current = false;
        location.hash = address;
      });
    };
    window.addEventListener('click', ask, { capture: true });
    return () => window.removeEventListener('click', ask, { capture: true });
  }, [isUnsent]);
  return {
    release() {
      isOn.current = false;
    },
  };
}

/** The route that a click leads to in this tab, or null when it stays, or opens elsewhere. */
function leadsAway(event: MouseEvent): string | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a[href^="#/"]') : null;
  const address = link?.getAttribute('href') ?? null;
  return address === null || address === location.hash ? null : address;
}

function askToLeave(leave: () => void): void {
  modals.openConfirmModal({
    title: 'Leave without publishing?',
    children: 'Your changes stay on this device and wait for you here. Nobody else sees them.',
    labels: { confirm: 'Leave', cancel: 'Keep writing' },
    centered: true,
    onConfirm: leave,
  });
}
