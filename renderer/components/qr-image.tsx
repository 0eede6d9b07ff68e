import { toString } from 'qrcode';
import { useEffect, useState } from 'react';

const SIZE_PX = 184;

/** A text as a picture that a phone's camera reads. Black on white in all colours: that is what cameras know. */
export function QrImage({ text }: { text: string }) {
  const [source, setSource] = useState<string>();
  useEffect(() => {
    let isWanted = true;
    async function draw(): Promise<void> {
      const svg = await toString(text, { type: 'svg', margin: 2 });
      if (isWanted) setSource(`data:image/svg+xml,${encodeURIComponent(svg)}`);
    }
    void draw();
    return () => {
      isWanted = false;
    };
  }, [text]);
  return <img src={source} width={SIZE_PX} height={SIZE_PX} alt={`QR code of ${text}`} />;
}
