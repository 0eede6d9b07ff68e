/**
 * Scrolls the list that an element stands in as far as the element needs to be seen. `scrollIntoView` would also make
 * the Tab key begin there, past the link that leads over the navigation.
 */
export function scrollWithin(element: HTMLElement): void {
  const list = element.closest('.mantine-ScrollArea-viewport');
  if (!list) return;
  const [own, seen] = [element.getBoundingClientRect(), list.getBoundingClientRect()];
  if (own.bottom > seen.bottom) list.scrollTop += own.bottom - seen.bottom;
  else if (own.top < seen.top) list.scrollTop -= seen.top - own.top;
}
