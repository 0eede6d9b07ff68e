import { StringDecoder } from 'node:string_decoder';

/** A longer line is cut: nothing that we read is near it, and a program gone mad must not fill the memory. */
const LONGEST_LINE = 64 * 1024;

export interface LineReader {
  write(chunk: Uint8Array): void;
  /** What came without a line end at the end is a line too. */
  end(): void;
}

/** Makes lines of a stream of any bytes, however it is split; bytes that are no UTF-8 become U+FFFD. */
export function createLineReader(onLine: (line: string) => void): LineReader {
  const decoder = new StringDecoder('utf8');
  let rest = '';

  function take(text: string): void {
    const lines = text.split('\n');
    lines[0] = cut(rest + (lines[0] ?? ''));
    rest = cut(lines.pop() ?? '');
    for (const line of lines) tell(line);
  }

  function tell(line: string): void {
    const trimmed = cut(line).trim();
    if (trimmed !== '') onLine(trimmed);
  }

  return {
    write: (chunk) => take(decoder.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))),
    end() {
      take(decoder.end());
      tell(rest);
      rest = '';
    },
  };
}

function cut(text: string): string {
  return text.length > LONGEST_LINE ? text.slice(0, LONGEST_LINE) : text;
}
