import type { MouseEvent, ReactNode } from 'react';
import { readable } from './parse/addresses.ts';

/** A link of a text: to a place in it, to another document, or out of the app. */
export function TextLink({
  href,
  children,
  ...others
}: {
  href?: string;
  title?: string;
  id?: string;
  'aria-label'?: string;
  children?: ReactNode;
}) {
  if (href === undefined) return <span id={others.id}>{children}</span>;
  if (href.startsWith('#/')) {
    return (
      <a href={href} {...others}>
        {children}
      </a>
    );
  }
  if (href.startsWith('#')) {
    return (
      <a href={href} {...others} onClick={(event) => follow(event, href.slice(1))}>
        {children}
      </a>
    );
  }
  return (
    <a href={href} {...others} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

/** The address of the page is that of the screen: a place in the text is gone to without it. */
function follow(event: MouseEvent, id: string): void {
  event.preventDefault();
  const target = document.getElementById(id) ?? document.getElementById(readable(id));
  if (target) showPlace(target);
}

/** Scrolls to a part of the text, and lets the keyboard go on from there. */
export function showPlace(target: HTMLElement): void {
  target.scrollIntoView({ block: 'start' });
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}
