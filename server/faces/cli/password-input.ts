import { UsageError } from './exit-code.ts';

const MOST_BYTES = 4096;

/** A password from standard input. */
export function readPassword(): Promise<string> {
  return readSecret({ flag: '--password-stdin', name: 'password' });
}

/**
 * A secret from standard input, without the line ending: never an argument, because arguments are visible to every
 * user of the machine.
 *
 * @throws {UsageError} when standard input is a terminal, empty, too long or not UTF-8.
 */
export async function readSecret(
  { flag, name }: { flag: string; name: string },
  input: NodeJS.ReadStream = process.stdin,
): Promise<string> {
  if (input.isTTY) {
    const variable = name.toUpperCase();
    throw new UsageError(`${flag} reads from a pipe, for example: printf %s "$${variable}" | commonplace …`);
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of input as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new UsageError(`The ${name} on standard input is too long.`);
    chunks.push(chunk);
  }
  const secret = decode(Buffer.concat(chunks), name).replace(/\r?\n$/, '');
  if (secret === '') throw new UsageError(`There is no ${name} on standard input.`);
  return secret;
}

function decode(bytes: Buffer, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`The ${name} on standard input is not UTF-8.`);
  }
}
