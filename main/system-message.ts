import { Notification } from 'electron';

/** What is on screen: without anybody who holds it, a message would lose its click. */
const shown = new Set<Notification>();
/** Systems tell us of some ends only. */
const MOST_KEPT = 50;

/** Shows a message of the system, where there are such. */
export function showMessage(words: { title: string; body: string }, onClick: () => void): void {
  if (!Notification.isSupported()) return;
  const message = new Notification(words);
  const [oldest] = shown;
  if (shown.size >= MOST_KEPT && oldest) shown.delete(oldest);
  shown.add(message);
  message.on('click', () => {
    shown.delete(message);
    onClick();
  });
  message.on('close', () => shown.delete(message));
  message.show();
}
