import { Text } from '@mantine/core';
import { Image as ImageIcon } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { ToFrame } from '../../frames/messages.ts';
import { ClickToLoad } from './click-to-load.tsx';
import styles from './picture.module.css';
import { SandboxFrame } from './sandbox-frame.tsx';

const PATIENCE_MS = 20_000;

/** An image: ours is shown, one from elsewhere when the reader asks for it (security H5). */
export function Picture({ src, alt, origin }: { src: string; alt?: string; origin: 'own' | 'foreign' }) {
  if (origin === 'own') return <OwnPicture src={src} alt={alt ?? ''} />;
  const host = new URL(src).host;
  return (
    <ClickToLoad icon={ImageIcon} title={alt || 'A picture'} host={host} action="Load">
      {() => <ForeignPicture src={src} alt={alt ?? ''} host={host} />}
    </ClickToLoad>
  );
}

function OwnPicture({ src, alt }: { src: string; alt: string }) {
  const [isMissing, setMissing] = useState(false);
  if (isMissing)
    return (
      <Text component="span" size="sm" c="dimmed">
        {alt || 'A picture'}: it was removed, or you may not see it.
      </Text>
    );
  return (
    <img className={styles['picture']} src={src} alt={alt} loading="lazy" onError={() => setMissing(true)} />
  );
}

function ForeignPicture({ src, alt, host }: { src: string; alt: string; host: string }) {
  const [failure, setFailure] = useState<string>();
  const message = useMemo<ToFrame>(() => ({ kind: 'picture', src, alt }), [src, alt]);
  if (failure !== undefined)
    return (
      <Text size="sm" c="dimmed">
        The picture from {host} did not load.
      </Text>
    );
  return (
    <SandboxFrame
      page="picture"
      title={alt || `A picture from ${host}`}
      message={message}
      patience={PATIENCE_MS}
      onFailure={setFailure}
    />
  );
}
