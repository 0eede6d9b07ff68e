import type { ServerResponse } from 'node:http';
import type { Services } from '../../operations/define.ts';
import { visibleChange } from '../../operations/live/visible-change.ts';
import type { AppliedChange } from '../../ports.ts';
import { setHeaders, type HttpContext } from '../http/request-context.ts';

/** A comment this often keeps proxies from closing a quiet stream. */
const BEAT_MS = 25_000;
/** Streams of one person; the oldest makes room, as a browser does with its own. */
const MOST_STREAMS = 12;
/** How much may wait for a reader who does not take it, before the stream is cut: the page then reads all anew. */
const MOST_WAITING_BYTES = 256 * 1024;

export interface LiveEvents {
  /**
   * Keeps the answer open and writes an event for each change that the person may see.
   *
   * @param isAllowed asked at each event: a signed-out or disabled reader's stream ends (security A7)
   */
  open(ctx: HttpContext, userId: string, isAllowed: () => boolean): void;
  /** Ends all streams, so that the listener can close. */
  close(): void;
}

interface Stream {
  userId: string;
  response: ServerResponse;
  isAllowed: () => boolean;
}

/** Server-sent events (HTML, "Server-sent events") of what changes. One for all listeners. */
export function createLiveEvents(services: Pick<Services, 'store'>): LiveEvents {
  const streams = new Set<Stream>();
  const beat = setInterval(() => streams.forEach((stream) => send(stream, ':\n\n')), BEAT_MS);
  beat.unref();

  function send(stream: Stream, text: string): void {
    const { response } = stream;
    if (!stream.isAllowed() || response.writableLength > MOST_WAITING_BYTES) response.end();
    else response.write(text);
  }

  services.store.onApplied((changes: readonly AppliedChange[]) => {
    for (const stream of streams) {
      const change = visibleChange(services, stream.userId, changes);
      if (change) send(stream, `event: change\ndata: ${JSON.stringify(change)}\n\n`);
    }
  });

  return {
    open(ctx, userId, isAllowed) {
      const stream = { userId, response: ctx.res, isAllowed };
      const own = [...streams].filter((other) => other.userId === userId);
      if (own.length >= MOST_STREAMS) own[0]?.response.end();
      setHeaders(ctx, {
        'Content-Type': 'text/event-stream',
        'Cache-Control': 'no-store',
        'X-Accel-Buffering': 'no',
      });
      ctx.respond = false;
      ctx.res.writeHead(200, ctx.state.head);
      ctx.res.write('retry: 2000\n\n');
      streams.add(stream);
      ctx.res.once('close', () => streams.delete(stream));
    },
    close() {
      clearInterval(beat);
      for (const { response } of streams) response.end();
    },
  };
}
