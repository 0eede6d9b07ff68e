const LONGEST_BYTES = 100;
/** Names that Windows keeps for devices, with any extension (Microsoft, "Naming Files, Paths, and Namespaces"). */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)$/;
/** Names that an import would take for the folder's own page. */
const FOLDER_PAGE = /^(?:index|readme)$/;

/**
 * How far the numbers of a name are given away, by the names that are taken: of a thousand pages of one title the last
 * one must not try a thousand names.
 */
const givenNumbers = new WeakMap<ReadonlySet<string>, Map<string, number>>();

/**
 * A file name without extension for a title: lower-case words of any script joined by dashes, safe on every
 * system and in a URL, at most 100 bytes, not in `taken` (which it joins).
 */
export function fileNameFor(title: string, taken: Set<string>): string {
  const words = title
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
  const base =
    words === '' ? 'page' : DEVICE.test(words) || FOLDER_PAGE.test(words) ? `${words}-page` : words;
  const given = givenNumbers.get(taken) ?? new Map<string, number>();
  givenNumbers.set(taken, given);
  for (let number = (given.get(base) ?? 0) + 1; ; number += 1) {
    const suffix = number === 1 ? '' : `-${number}`;
    const name = cut(base, LONGEST_BYTES - suffix.length) + suffix;
    const key = foldedName(name);
    if (taken.has(key)) continue;
    taken.add(key);
    given.set(base, number);
    return name;
  }
}

/** Some file systems compare names without case, which makes `ß` and `ss` one, and in decomposed form. */
function foldedName(name: string): string {
  return name.normalize('NFKD').toUpperCase().toLowerCase();
}

/** Cuts at a whole character. */
function cut(text: string, bytes: number): string {
  let length = 0;
  let result = '';
  for (const character of text) {
    length += Buffer.byteLength(character);
    if (length > bytes) break;
    result += character;
  }
  return result.replace(/-+$/, '');
}
