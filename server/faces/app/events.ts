import type { ServerResponse } from 'node:http';
import type { Services } from '../../operations/define.ts';
import { visibleChange, type VisibleChange } from '../../operations/live/visible-change.ts';
import { visibleTopic } from '../../operations/live/visible-topic.ts';
import type { AppliedChange } from '../../ports.ts';
import { openEventStream } from '../http/event-stream.ts';
import type { HttpContext } from '../http/request-context.ts';

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
  /** The same for the window, which has no stream. Calls back with an event's name and data; returns how to stop. */
  listen(userId: string, hear: (name: string, data: unknown) => void): () => void;
  /** Ends all streams, so that the listener can close. */
  close(): void;
}

interface Stream {
  userId: string;
  response: ServerResponse;
  isAllowed: () => boolean;
}

/** Server-sent events (HTML, "Server-sent events") of what changes. One for all listeners. */
export function createLiveEvents(services: Pick<Services, 'store' | 'topics'>): LiveEvents {
  const streams = new Set<Stream>();
  const listeners = new Set<{ userId: string; hear: (name: string, data: unknown) => void }>();
  let isClosed = false;
  const beat = setInterval(() => streams.forEach((stream) => send(stream, ':\n\n')), BEAT_MS);
  beat.unref();

  /** Nothing is written to it from now on: it may take long to close, and to write then would be a fault. */
  function end(stream: Stream): void {
    streams.delete(stream);
    // Whoever takes nothing would not take the end either, and what waits would stay.
    if (isBehind(stream)) stream.response.destroy();
    else stream.response.end();
  }

  function send(stream: Stream, text: string): void {
    if (!stream.isAllowed() || isBehind(stream)) end(stream);
    else stream.response.write(text);
  }

  function endUnlessAllowed(stream: Stream): void {
    if (!stream.isAllowed()) end(stream);
  }

  function tellEach(changeFor: (userId: string) => VisibleChange | null): void {
    for (const stream of streams) {
      const change = changeFor(stream.userId);
      if (change) send(stream, `event: change\ndata: ${JSON.stringify(change)}\n\n`);
    }
    for (const { userId, hear } of listeners) {
      const change = changeFor(userId);
      if (change) hear('change', change);
    }
  }

  services.store.onApplied((changes: readonly AppliedChange[]) =>
    tellEach((userId) => visibleChange(services, userId, changes)),
  );
  const stopAnnouncements = services.topics.onAnnounced((topic) => {
    // Whoever came by an address that is gone or held back is let go at once, not at the next event.
    if (topic === 'public_access') streams.forEach(endUnlessAllowed);
    tellEach((userId) => visibleTopic(services, userId, topic));
  });

  return {
    open(ctx, userId, isAllowed) {
      const [oldest, ...others] = [...streams].filter((other) => other.userId === userId);
      if (oldest && others.length >= MOST_STREAMS - 1) end(oldest);
      const stream = { userId, response: openEventStream(ctx, 'retry: 2000\n\n'), isAllowed };
      streams.add(stream);
      stream.response.once('close', () => streams.delete(stream));
      // A page that has lost its stream asks again, and the listener would wait for it.
      if (isClosed) end(stream);
    },
    listen(userId, hear) {
      const listener = { userId, hear };
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close() {
      isClosed = true;
      clearInterval(beat);
      stopAnnouncements();
      for (const stream of streams) end(stream);
    },
  };
}

function isBehind({ response }: Stream): boolean {
  return response.writableLength > MOST_WAITING_BYTES;
}
