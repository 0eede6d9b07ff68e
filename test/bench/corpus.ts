import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface GeneratedDocument {
  title: string;
  content: string;
}

const CORPUS = fileURLToPath(new URL('../../../shared/corpus/docs', import.meta.url));
const OWN_DOCS = fileURLToPath(new URL('../../docs', import.meta.url));

/** A small seeded generator of numbers in [0, 1): the same documents in every run (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The texts of real documentation in a fixed order; of our own where the corpus is not at hand. */
export function readRealTexts(): string[] {
  const folder = existsSync(CORPUS) ? CORPUS : OWN_DOCS;
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.mdx?$/.test(file),
  );
  return files.toSorted().map((file) => readFileSync(join(folder, file), 'utf8'));
}

function readParagraphs(): string[] {
  return readRealTexts()
    .flatMap((text) => text.split(/\n{2,}/))
    .filter((paragraph) => paragraph.trim().length > 40);
}

/**
 * Documents recombined from paragraphs of real ones, about 4.6 kB each on average (median below 2 kB), as in
 * the collections that the goals were set on.
 */
export function* generateDocuments(count: number, seed = 1): Generator<GeneratedDocument> {
  const paragraphs = readParagraphs();
  const random = seededRandom(seed);
  const pick = () => paragraphs[Math.floor(random() * paragraphs.length)] ?? '';
  for (let index = 0; index < count; index += 1) {
    const length = Math.ceil(2 + 30 * random() ** 3);
    const words = pick()
      .replaceAll(/[^\p{L}\p{N} ]/gu, ' ')
      .split(/\s+/)
      .filter(Boolean);
    const title = `${words.slice(0, 3 + Math.floor(random() * 4)).join(' ')} ${index}`.slice(0, 200).trim();
    yield { title, content: Array.from({ length }, pick).join('\n\n') };
  }
}

/** One text of about `bytes` bytes. */
export function textOfSize(bytes: number, seed = 7): string {
  let text = '';
  for (const { content } of generateDocuments(1000, seed)) {
    text += `${content}\n\n`;
    if (text.length >= bytes) break;
  }
  return text.slice(0, bytes);
}
