import { UsageError } from './exit-code.ts';

const MOST_BYTES = 4096;

/**
 * A password from standard input, without the line ending: never an argument, because arguments are visible to
 * every user of the machine.
 *
 * @throws {UsageError} when standard input is a terminal, empty, too long or not UTF-8.
 */
export async function readPassword(input: NodeJS.ReadStream = process.stdin): Promise<string> {
  if (input.isTTY) {
    throw new UsageError(
      '--password-stdin reads from a pipe, for example: printf %s "$PASSWORD" | commonplace …',
    );
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of input as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new UsageError('The password on standard input is too long.');
    chunks.push(chunk);
  }
  const password = decode(Buffer.concat(chunks)).replace(/\r?\n$/, '');
  if (password === '') throw new UsageError('There is no password on standard input.');
  return password;
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError('The password on standard input is not UTF-8.');
  }
}
