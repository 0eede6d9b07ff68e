import { Anchor, Text } from '@mantine/core';
import { CirclePlay } from 'lucide-react';
import { ClickToLoad } from './click-to-load.tsx';
import styles from './click-to-load.module.css';
import { playerOf, secureAddress } from './players.ts';

/** A video, played in a frame of its own once the reader asks for it. */
export function Video({ src, title }: { src?: string; title?: string }) {
  const player = playerOf(src ?? '');
  if (!player) return <NotAVideo src={src ?? ''} title={title} />;
  const name = title ?? `Video at ${player.name}`;
  return (
    <ClickToLoad icon={CirclePlay} title={name} host={player.host} action="Play">
      {() => (
        <iframe
          className={`${styles['frame']} ${styles['player']}`}
          src={player.src}
          title={name}
          sandbox={player.isTrusted ? 'allow-scripts allow-same-origin allow-presentation' : ''}
          allow="fullscreen; picture-in-picture"
          // Players refuse pages that do not say where they are; the path is not told.
          referrerPolicy={player.isTrusted ? 'strict-origin' : 'no-referrer'}
        />
      )}
    </ClickToLoad>
  );
}

function NotAVideo({ src, title }: { src: string; title: string | undefined }) {
  const url = secureAddress(src);
  return (
    <Text my="md">
      {url ? (
        <Anchor href={url.href} target="_blank" rel="noopener noreferrer">
          {title ?? url.href}
        </Anchor>
      ) : (
        (title ?? 'A video that cannot be shown: its address is not https.')
      )}
    </Text>
  );
}
