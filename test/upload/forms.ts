const BOUNDARY = 'boundary-of-a-test';

export interface FormPart {
  name: string;
  filename?: string;
  type?: string;
  content: Uint8Array | string;
}

/** A form as a browser sends it. */
export function multipart(...parts: readonly FormPart[]): { raw: Buffer; headers: Record<string, string> } {
  const pieces = parts.flatMap(({ name, filename, type, content }) => [
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"`,
    filename === undefined ? '' : `; filename="${filename}"`,
    type === undefined ? '' : `\r\nContent-Type: ${type}`,
    '\r\n\r\n',
    content,
    '\r\n',
  ]);
  const raw = Buffer.concat([...pieces, `--${BOUNDARY}--\r\n`].map((piece) => Buffer.from(piece)));
  return {
    raw,
    headers: {
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'content-length': String(raw.length),
    },
  };
}

export const picturePart = (
  content: Uint8Array | string,
  type = 'image/png',
  filename = 'pump.png',
): FormPart => ({
  name: 'picture',
  filename,
  type,
  content,
});
