import { posix } from 'node:path';
import type { SlicedWork } from '../../sliced-work.ts';
import { codeSpanFinder } from './link-destinations.ts';
import { findProseBlocks, type ProseBlock } from './prose-blocks.ts';
import { withoutExtension } from './page-tree.ts';

/** What Obsidian writes for a link or a picture: `[[note#part|words]]`, `![[picture.png|300]]`. */
export interface WikiLink {
  /** `![[…]]`: shown in the text. */
  isEmbedded: boolean;
  /** Path or name of a file; empty for a part of the same page. */
  target: string;
  /** Name of a heading; empty for none, and for a block, which has no name in Markdown. */
  part: string;
  /** What is to be read in its place; empty for none. */
  words: string;
  /** As written. */
  raw: string;
}

/** Blocks and links that take a few milliseconds together. */
const SLICE_STEPS = 5_000;
/** `[[a]](b)` is a link of Markdown. Anything longer is none that people write. */
const NEXT = /\\|`|(!?)\[\[([^[\]\n]{1,500})\]\](?!\()/g;

/**
 * The text with every wiki link outside of code passed through `change`; undefined leaves it as it was written.
 * Linear in the length of the text.
 */
export function* replaceWikiLinks(
  text: string,
  change: (link: WikiLink) => string | undefined,
): SlicedWork<string> {
  if (!text.includes('[[')) return text;
  let result = '';
  let copied = 0;
  let steps = 0;
  for (const block of yield* findProseBlocks(text)) {
    if ((steps += 1) % SLICE_STEPS === 0) yield;
    for (const { start, link } of linksIn(text, block)) {
      if ((steps += 1) % SLICE_STEPS === 0) yield;
      const replacement = change(link);
      if (replacement === undefined) continue;
      result += text.slice(copied, start) + replacement;
      copied = start + link.raw.length;
    }
  }
  return result + text.slice(copied);
}

function* linksIn(text: string, block: ProseBlock): Generator<{ start: number; link: WikiLink }> {
  const prose = text.slice(block.start, block.end);
  const codeSpans = codeSpanFinder(prose, { start: 0, end: prose.length });
  const next = new RegExp(NEXT);
  for (let match = next.exec(prose); match; match = next.exec(prose)) {
    const [raw, mark, inside] = match;
    if (raw === '\\') next.lastIndex += 1;
    else if (raw === '`') next.lastIndex = codeSpans.after(match.index);
    else yield { start: block.start + match.index, link: asLink(raw, mark === '!', inside ?? '') };
  }
}

function asLink(raw: string, isEmbedded: boolean, inside: string): WikiLink {
  // In a table the bar is written `\|`.
  const [, address = '', words = ''] = /^([^|]*?)(?:\\?\|(.*))?$/.exec(inside) ?? [];
  const [target = '', ...parts] = address.split('#');
  const part = parts.at(-1)?.trim() ?? '';
  return {
    isEmbedded,
    target: target.trim(),
    part: part.startsWith('^') ? '' : part,
    words: words.trim(),
    raw,
  };
}

/** What is read in place of a link; a picture says its name, and not how wide Obsidian shows it. */
export function wikiWords({ isEmbedded, target, part, words }: WikiLink): string {
  const isWidth = isEmbedded && /^\d+(?:x\d+)?$/.test(words);
  if (words !== '' && !isWidth) return words;
  const name = isEmbedded ? withoutExtension(posix.basename(target)) : target;
  return [name, part].filter((one) => one !== '').join(' > ');
}

/**
 * Finds the file that a wiki link means: by its path from the file that links or from the top of the folder, else by
 * its name, or the end of its path, anywhere in the folder where just one file has it. Without regard to case, and
 * pages without their extension too, as Obsidian does.
 *
 * @param paths all files that can be meant
 */
export function wikiTargetFinder(
  paths: Iterable<string>,
  isPage: (path: string) => boolean,
): (from: string, target: string) => string | undefined {
  let known: ReturnType<typeof collect> | undefined;

  function collect() {
    const byPath = new Map<string, string>();
    const byName = new Map<string, { key: string; path: string }[]>();
    for (const path of paths) {
      const whole = path.toLowerCase();
      for (const key of isPage(path) ? [whole, withoutExtension(whole)] : [whole]) {
        if (!byPath.has(key)) byPath.set(key, path);
        const name = posix.basename(key);
        const namesakes = byName.get(name);
        if (!namesakes) byName.set(name, [{ key, path }]);
        else if (namesakes.length < MOST_NAMESAKES) namesakes.push({ key, path });
      }
    }
    return { byPath, byName };
  }

  return (from, target) => {
    known ??= collect();
    const wanted = posix.normalize(target.toLowerCase()).replace(/^\/+/, '');
    const beside = posix.normalize(posix.join(posix.dirname(from.toLowerCase()), target.toLowerCase()));
    const exact = known.byPath.get(beside) ?? known.byPath.get(wanted);
    if (exact !== undefined) return exact;
    const namesakes = known.byName.get(posix.basename(wanted)) ?? [];
    if (namesakes.length === MOST_NAMESAKES) return undefined;
    const meant = namesakes.filter(({ key }) => `/${key}`.endsWith(`/${wanted}`));
    return meant.length === 1 ? meant[0]?.path : undefined;
  };
}

/** Of so many files of one name, none is looked for by its name: this bounds the work on hostile archives. */
const MOST_NAMESAKES = 100;
