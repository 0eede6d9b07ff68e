import type { IncomingMessage } from 'node:http';

interface Deadline {
  timer: NodeJS.Timeout;
  late: () => void;
}

const deadlines = new WeakMap<IncomingMessage, Deadline>();

/** Calls `late` when a request has not arrived whole after so many milliseconds (security R5). */
export function limitBodyTime(req: IncomingMessage, milliseconds: number, late: () => void): void {
  deadlines.set(req, { timer: setTimeout(late, milliseconds), late });
  const end = () => clearTimeout(deadlines.get(req)?.timer);
  req.once('end', end);
  req.once('close', end);
}

/**
 * Gives a request more time from now on, once it is known whose it is: ten megabytes from a phone take longer than a
 * stranger may keep a connection busy.
 */
export function allowBodyTime(req: IncomingMessage, milliseconds: number): void {
  const deadline = deadlines.get(req);
  if (!deadline || req.complete) return;
  clearTimeout(deadline.timer);
  deadline.timer = setTimeout(deadline.late, milliseconds);
}
