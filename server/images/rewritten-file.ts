import type { RemovedPart } from '../domain/image.ts';

/** A file as it will be kept: ranges of the one that came, and parts that are put in their place. */
export interface RewrittenFile {
  /** Keeps the bytes from `start` up to `end`; ranges come in order. */
  keep(start: number, end: number): void;
  /** Puts a part in place of a range, and notes that it lost its metadata unless they are the same. */
  replace(start: number, end: number, part: Uint8Array): void;
  note(removed: RemovedPart): void;
  /** The very same bytes when nothing was left out or changed. */
  finish(): { bytes: Uint8Array; removed: RemovedPart[] };
}

export function rewriteFile(source: Uint8Array): RewrittenFile {
  const parts: Uint8Array[] = [];
  const removed = new Set<RemovedPart>();
  let [start, end] = [0, 0];

  function closeRange(): void {
    if (end > start) parts.push(source.subarray(start, end));
    start = end;
  }

  function keep(from: number, to: number): void {
    if (from !== end) {
      closeRange();
      start = from;
    }
    end = to;
  }

  return {
    keep,
    replace(from, to, part) {
      if (Buffer.compare(part, source.subarray(from, to)) === 0) {
        keep(from, to);
        return;
      }
      closeRange();
      parts.push(part);
      removed.add('metadata');
    },
    note: (part) => void removed.add(part),
    finish() {
      closeRange();
      const [only] = parts;
      const isWhole = parts.length === 1 && only?.length === source.length;
      return { bytes: isWhole ? source : joined(parts), removed: [...removed] };
    },
  };
}

/** In memory of its own, so that a thread can hand it over without copying. */
function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
