import { Stack } from '@mantine/core';
import { CopyButton } from '../../components/copy-button.tsx';
import { QrForPhones } from '../../components/qr-for-phones.tsx';
import style from './address.module.css';

/** The address to hand on: to read, to copy, and as a picture for a phone. */
export function AddressLine({ url }: { url: string }) {
  return (
    <Stack gap="sm">
      <QrForPhones
        url={url}
        show="QR code"
        before={
          <>
            <a className={style['url']} href={url} target="_blank" rel="noreferrer">
              {url}
            </a>
            <CopyButton value={url} what="the address" />
          </>
        }
      />
    </Stack>
  );
}
