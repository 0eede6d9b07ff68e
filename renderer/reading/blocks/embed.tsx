import { Text } from '@mantine/core';
import { AppWindow } from 'lucide-react';
import { ClickToLoad } from './click-to-load.tsx';
import styles from './click-to-load.module.css';
import { secureAddress } from './players.ts';

/** Another site in a frame without rights to anything of ours, loaded when the reader asks for it (security H5). */
export function Embed({ src, title, height }: { src?: string; title?: string; height: number }) {
  const url = secureAddress(src ?? '');
  if (!url)
    return (
      <Text my="md" c="dimmed">
        {title ?? 'Another site'}: not shown, because its address is not https.
      </Text>
    );
  const name = title ?? url.host;
  return (
    <ClickToLoad icon={AppWindow} title={name} host={url.host} action="Load">
      {() => (
        <iframe
          className={styles['frame']}
          src={url.href}
          title={name}
          height={height}
          sandbox="allow-scripts allow-forms"
          referrerPolicy="no-referrer"
        />
      )}
    </ClickToLoad>
  );
}
