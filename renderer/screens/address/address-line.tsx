import { Button, Group, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { QrCode } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { CopyButton } from '../../components/copy-button.tsx';
import { isOfThisComputer, NotForPhones } from '../../components/not-for-phones.tsx';
import style from './address.module.css';

const QrImage = lazy(async () => ({ default: (await import('../../components/qr-image.tsx')).QrImage }));

/** The address to hand on: to read, to copy, and as a picture for a phone. */
export function AddressLine({ url }: { url: string }) {
  const [isQrShown, qr] = useDisclosure();
  const canPhone = !isOfThisComputer(url);
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <a className={style['url']} href={url} target="_blank" rel="noreferrer">
          {url}
        </a>
        <CopyButton value={url} what="the address" />
        {canPhone && (
          <Button
            variant="default"
            size="xs"
            leftSection={<QrCode size={14} aria-hidden />}
            aria-expanded={isQrShown}
            onClick={qr.toggle}
          >
            {isQrShown ? 'Hide QR code' : 'QR code'}
          </Button>
        )}
      </Group>
      {!canPhone && <NotForPhones />}
      {canPhone && isQrShown && (
        <Suspense fallback={null}>
          <QrImage text={url} />
        </Suspense>
      )}
    </Stack>
  );
}
