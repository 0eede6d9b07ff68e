import { useEffect, useRef, useState } from 'react';
import type { FromFrame, ToFrame } from '../../frames/messages.ts';
import styles from './sandbox-frame.module.css';

const LARGEST_HEIGHT = 4_000;

/**
 * Shows in a frame of its own what the page itself does not trust. The frame has no origin and so nothing of ours,
 * its page has a policy that lets it ask nobody (diagrams), or for one picture (security H3, H5).
 *
 * @param patience milliseconds for drawing, once the frame is there
 */
export function SandboxFrame({
  page,
  title,
  message,
  patience,
  onFailure,
}: {
  page: 'diagram' | 'picture';
  title: string;
  message: ToFrame;
  patience: number;
  onFailure: (reason: string) => void;
}) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState<number>();
  const failed = useRef(onFailure);
  useEffect(() => {
    failed.current = onFailure;
  });

  useEffect(() => {
    const content = frame.current?.contentWindow;
    let timer: ReturnType<typeof setTimeout> | undefined;
    function receive({ source, data }: MessageEvent<FromFrame>) {
      if (!content || source !== content) return;
      if (data.kind === 'ready') {
        // A frame without an origin can be reached by no other name.
        content.postMessage(message, '*');
        timer = setTimeout(() => failed.current('It takes too long to draw.'), patience);
      } else {
        clearTimeout(timer);
        if (data.kind === 'drawn') setHeight(shownHeight(data, frame.current?.clientWidth ?? 0));
        else failed.current(data.message);
      }
    }
    window.addEventListener('message', receive);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('message', receive);
    };
  }, [message, patience]);

  return (
    <iframe
      key={JSON.stringify(message)}
      ref={frame}
      className={styles['frame']}
      src={`./frames/${page}.html`}
      title={title}
      data-frame={height === undefined ? 'waiting' : 'drawn'}
      sandbox="allow-scripts"
      referrerPolicy="no-referrer"
      loading="lazy"
      style={{ height: height ?? 160 }}
    />
  );
}

/** What is wider than the frame is made smaller in it. */
function shownHeight({ width, height }: { width: number; height: number }, frameWidth: number): number {
  const scale = width > frameWidth && width > 0 ? frameWidth / width : 1;
  const shown = Math.ceil(height * scale);
  return Number.isFinite(shown) ? Math.min(LARGEST_HEIGHT, Math.max(24, shown)) : 160;
}
