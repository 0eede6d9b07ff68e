import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { QrCode } from 'lucide-react';
import { lazy, Suspense, type ReactNode } from 'react';
import { isOfThisComputer, NotForPhones } from './not-for-phones.tsx';

const QrImage = lazy(async () => ({ default: (await import('./qr-image.tsx')).QrImage }));

/**
 * A row of what can be done with an address, with its picture for a phone's camera among it; where no phone could open
 * the address it says so instead.
 */
export function QrForPhones({
  url,
  show,
  before,
  after,
}: {
  url: string;
  /** What the button says while the picture is hidden. */
  show: string;
  /** What stands in the row before the button, and after it. */
  before?: ReactNode;
  after?: ReactNode;
}) {
  const [isShown, shown] = useDisclosure();
  const canPhone = !isOfThisComputer(url);
  return (
    <>
      <Group gap="xs">
        {before}
        {canPhone && (
          <Button
            variant="default"
            size="xs"
            leftSection={<QrCode size={14} aria-hidden />}
            aria-expanded={isShown}
            onClick={shown.toggle}
          >
            {isShown ? 'Hide QR code' : show}
          </Button>
        )}
        {after}
      </Group>
      {!canPhone && <NotForPhones />}
      {canPhone && isShown && (
        <Suspense fallback={null}>
          <QrImage text={url} />
        </Suspense>
      )}
    </>
  );
}
