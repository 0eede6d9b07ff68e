import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { CallFailed } from '../client/transport.ts';

/** How long there is to take something back. */
const UNDO_MS = 10_000;
const CLOSE = { closeButtonProps: { 'aria-label': 'Close this message' } };

/** Says for a moment that something was done. */
export function announceDone(message: string): void {
  notifications.show({ message, color: 'ledger', autoClose: 4_000, ...CLOSE });
}

/** Says what was refused and what to do about it; stays until it is read. */
export function announceFailure(error: Error): void {
  const hint = error instanceof CallFailed ? error.error.hint : null;
  notifications.show({
    title: error.message,
    message: hint ?? 'Try again in a moment.',
    color: 'red',
    autoClose: false,
    ...CLOSE,
  });
}

/** Says what was done and how to take it back, under a name by which the notice can be taken away. */
export function announceUndoable(name: string, message: ReactNode): void {
  notifications.show({ id: name, message, autoClose: UNDO_MS, ...CLOSE });
}

/** Takes a notice away that is no longer true. */
export function takeBackNotice(name: string): void {
  notifications.hide(name);
}
