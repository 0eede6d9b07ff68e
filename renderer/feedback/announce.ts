import { notifications } from '@mantine/notifications';
import { CallFailed } from '../client/transport.ts';

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
