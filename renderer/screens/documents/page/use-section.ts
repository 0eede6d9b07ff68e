import { useEffect } from 'react';
import type { ReadText } from '../../../reading/parse/read-text.ts';
import { showPlace } from '../../../reading/text-link.tsx';

/** Goes to the section that the address names, once the text is there and whenever another one is named. */
export function useSection(id: string | null, text: ReadText | undefined): void {
  const isRead = text !== undefined;
  useEffect(() => {
    if (id === null || !isRead) return undefined;
    const target = document.getElementById(id);
    if (target) {
      showPlace(target);
      return undefined;
    }
    // The end of a long text comes a moment later.
    const watcher = new MutationObserver(() => {
      const late = document.getElementById(id);
      if (!late) return;
      watcher.disconnect();
      showPlace(late);
    });
    watcher.observe(document.body, { childList: true, subtree: true });
    return () => watcher.disconnect();
  }, [id, isRead]);
}
