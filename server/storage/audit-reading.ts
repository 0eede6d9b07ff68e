import { readFully } from './durable-file.ts';
import { errorCode, type FileSystem, type OpenFile } from './file-system.ts';

const BLOCK = 256 * 1024;
const LINE_FEED = 0x0a;

/**
 * The lines among the first `length` bytes of a file, last line first, a block at a time. None of a file that is gone:
 * that its entries are missing is said by the start and by `verifyAuditChain`.
 */
export function linesBackward(fileSystem: FileSystem, path: string, length: number): AsyncGenerator<string> {
  return unlessGone(backward(fileSystem, path, length));
}

/** The same, first line first. */
export function linesForward(fileSystem: FileSystem, path: string, length: number): AsyncGenerator<string> {
  return unlessGone(forward(fileSystem, path, length));
}

/** Where the whole lines of a file end that has at most `length` bytes of them: before what was cut. */
export async function endOfLines(file: OpenFile, length: number): Promise<number> {
  const size = await file.size();
  if (size >= length) return length;
  for (let end = size; end > 0;) {
    const start = Math.max(0, end - BLOCK);
    const cut = (await readFully(file, start, end - start)).lastIndexOf(LINE_FEED) + 1;
    if (cut > 0) return start + cut;
    end = start;
  }
  return 0;
}

async function* unlessGone(lines: AsyncGenerator<string>): AsyncGenerator<string> {
  try {
    yield* lines;
  } catch (error) {
    if (!['ENOENT', 'EISDIR'].includes(errorCode(error))) throw error;
  }
}

async function* backward(fileSystem: FileSystem, path: string, length: number): AsyncGenerator<string> {
  const file = await fileSystem.open(path, 'read');
  try {
    let end = length;
    let rest = Buffer.alloc(0);
    while (end > 0) {
      const start = Math.max(0, end - BLOCK);
      const block = Buffer.concat([await readFully(file, start, end - start), rest]);
      // The first line of a block may begin in the block before it.
      const cut = start === 0 ? 0 : block.indexOf(LINE_FEED) + 1;
      const isPartOfOneLine = start > 0 && cut === 0;
      rest = isPartOfOneLine ? block : block.subarray(0, cut);
      if (!isPartOfOneLine) yield* splitLines(block.subarray(cut)).toReversed();
      end = start;
    }
  } finally {
    await file.close();
  }
}

async function* forward(fileSystem: FileSystem, path: string, length: number): AsyncGenerator<string> {
  const file = await fileSystem.open(path, 'read');
  try {
    let rest = Buffer.alloc(0);
    for (let start = 0; start < length; start += BLOCK) {
      const block = Buffer.concat([rest, await readFully(file, start, Math.min(BLOCK, length - start))]);
      const cut = block.lastIndexOf(LINE_FEED) + 1;
      rest = block.subarray(cut);
      yield* splitLines(block.subarray(0, cut));
    }
    if (rest.length > 0) yield rest.toString('utf8');
  } finally {
    await file.close();
  }
}

function splitLines(bytes: Buffer): string[] {
  return bytes
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '');
}
