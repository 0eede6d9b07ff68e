/** What the page tells a frame, and what the frame tells the page. Data only, in both directions. */
export type ToFrame =
  | { kind: 'diagram'; source: string; isDark: boolean }
  | { kind: 'picture'; src: string; alt: string };

export type FromFrame =
  | { kind: 'ready' }
  /** It is drawn, so large in CSS pixels. */
  | { kind: 'drawn'; width: number; height: number }
  | { kind: 'failed'; message: string };

/** Tells the page around this frame. Whoever frames us is our own page: the frame's policy lets nobody else. */
export function tell(message: FromFrame): void {
  window.parent.postMessage(message, '*');
}

/** Calls back with what the page around this frame asks for, and says that it may ask. */
export function listen(onMessage: (message: ToFrame) => void): void {
  window.addEventListener('message', ({ source, data }: MessageEvent<ToFrame>) => {
    if (source === window.parent) onMessage(data);
  });
  tell({ kind: 'ready' });
}
