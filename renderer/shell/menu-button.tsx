import { Burger, Indicator } from '@mantine/core';
import type { Reader } from '../routing/screen.ts';
import { useBadges, type Badges } from './badges.ts';

/** Opens the navigation where it covers the page; says what waits in it while it is closed. */
export function MenuButton({
  reader,
  isOpen,
  onToggle,
}: {
  reader: Reader;
  isOpen: boolean;
  onToggle: () => void;
}) {
  const waiting = waitingWords(useBadges(reader));
  return (
    <Indicator disabled={isOpen || waiting === ''} size={10} offset={4}>
      <Burger
        opened={isOpen}
        onClick={onToggle}
        size="sm"
        aria-label={waiting === '' ? 'Navigation' : `Navigation: ${waiting}`}
        aria-expanded={isOpen}
      />
    </Indicator>
  );
}

/** Not one number: who is asked to review something has a notification of it, too. */
function waitingWords({ reviews, notifications }: Badges): string {
  return [
    ...(reviews > 0 ? [`${reviews} to review`] : []),
    ...(notifications > 0
      ? [`${notifications} unread ${notifications === 1 ? 'notification' : 'notifications'}`]
      : []),
  ].join(', ');
}
