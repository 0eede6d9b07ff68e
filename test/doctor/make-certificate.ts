import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

/** A certificate with its key, PEM. */
export interface Issued {
  cert: string;
  key: string;
}

export interface Authority {
  /** What has to be believed for its certificates to be good, PEM. */
  cert: string;
  issue(names: readonly string[], validity?: { from?: Date; until?: Date }): Issued;
}

const DAY_MS = 86_400_000;
const SIGNATURE = sequence(identifier([0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]));

/** An authority of a test's own (RFC 5280), good for nothing else: its key is forgotten with the test. */
export function createAuthority(name: string): Authority {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const issuer = nameOf(name);
  const isAuthority = extension([0x55, 0x1d, 0x13], sequence(tagged(0x01, Buffer.of(0xff))), true);
  const own = certificate({ issuer, subject: issuer, publicKey, extensions: [isAuthority] }, privateKey);
  return {
    cert: own,
    issue(names, validity) {
      const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const alternatives = sequence(...names.map((each) => tagged(0x82, Buffer.from(each))));
      const cert = certificate(
        {
          issuer,
          subject: nameOf(names[0] ?? 'nobody'),
          publicKey: pair.publicKey,
          extensions: [extension([0x55, 0x1d, 0x11], alternatives)],
          ...validity,
        },
        privateKey,
      );
      return { cert, key: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
    },
  };
}

interface Contents {
  issuer: Buffer;
  subject: Buffer;
  publicKey: KeyObject;
  extensions: Buffer[];
  from?: Date;
  until?: Date;
}

function certificate(contents: Contents, signer: KeyObject): string {
  const from = contents.from ?? new Date(Date.now() - 30 * DAY_MS);
  const until = contents.until ?? new Date(Date.now() + 90 * DAY_MS);
  const body = sequence(
    tagged(0xa0, tagged(0x02, Buffer.of(2))),
    tagged(0x02, Buffer.concat([Buffer.of(1), randomBytes(8)])),
    SIGNATURE,
    contents.issuer,
    sequence(time(from), time(until)),
    contents.subject,
    contents.publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(...contents.extensions)),
  );
  const signature = sign('sha256', body, { key: signer, dsaEncoding: 'der' });
  const whole = sequence(body, SIGNATURE, tagged(0x03, Buffer.concat([Buffer.of(0), signature])));
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

/** DER (X.690): one value with its tag and length. */
function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size =
    length < 0x80
      ? Buffer.of(length)
      : length < 0x100
        ? Buffer.of(0x81, length)
        : Buffer.of(0x82, length >> 8, length & 0xff);
  return Buffer.concat([Buffer.of(tag), size, content]);
}

function sequence(...parts: Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts));
}

function identifier(bytes: number[]): Buffer {
  return tagged(0x06, Buffer.from(bytes));
}

function nameOf(commonName: string): Buffer {
  const value = sequence(identifier([0x55, 0x04, 0x03]), tagged(0x0c, Buffer.from(commonName)));
  return sequence(tagged(0x31, value));
}

function time(date: Date): Buffer {
  const digits = date.toISOString().replaceAll(/[-:T]|\.\d+/g, '');
  return tagged(0x18, Buffer.from(digits));
}

function extension(id: number[], value: Buffer, isCritical = false): Buffer {
  const critical = isCritical ? [tagged(0x01, Buffer.of(0xff))] : [];
  return sequence(identifier(id), ...critical, tagged(0x04, value));
}
