import { ipcMain, type WebFrameMain } from 'electron';
import { z } from 'zod';
import type { CallAnswer, CallError } from '../server/faces/app/contract.ts';
import type { Logger } from '../server/log.ts';
import { CALL_CHANNEL } from './channels.ts';
import { isOwnAddress } from './origin.ts';

const operationSchema = z.string().min(1).max(100);

/** Runs a call of the app; it never rejects. */
export type Call = (operation: string, input: unknown) => Promise<CallAnswer<unknown>>;

/**
 * Answers the page's calls: one channel, for the main frame of our own page only (security E2). What comes in is
 * checked by the operation's own schema; what goes out is data, errors too, because a thrown error keeps only its text.
 */
export function answerCalls(call: Call, log: Logger): void {
  ipcMain.handle(CALL_CHANNEL, async (event, operation: unknown, input: unknown) => {
    if (!isOwnPage(event.senderFrame)) {
      log.warn('a call from a foreign page was refused');
      return refused(FOREIGN);
    }
    const name = operationSchema.safeParse(operation);
    if (!name.success) return refused(MALFORMED);
    return call(name.data, input);
  });
}

/** A frame that is gone is nobody's. */
function isOwnPage(frame: WebFrameMain | null): boolean {
  return frame !== null && frame.parent === null && isOwnAddress(frame.url);
}

function refused(error: CallError): CallAnswer<never> {
  return { ok: false, error };
}

const FOREIGN: CallError = {
  code: 'forbidden',
  message: 'Only the pages of Commonplace may use it.',
  status: 403,
  hint: null,
  details: {},
};

const MALFORMED: CallError = {
  code: 'bad_request',
  message: 'The call names no operation.',
  status: 400,
  hint: 'Close the window and open it again.',
  details: {},
};
