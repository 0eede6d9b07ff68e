/**
 * How often a term stands in title, tags and text of one document, in one 32-bit number: 8 bits of title, 6 of
 * tags, 18 of text. A count that is larger than its bits is kept at their maximum.
 */
const MAX_TITLE = 0xff;
const MAX_TAGS = 0x3f;
const MAX_TEXT = 0x3_ff_ff;

export function packFrequency(title: number, tags: number, text: number): number {
  const packed =
    (Math.min(title, MAX_TITLE) << 24) | (Math.min(tags, MAX_TAGS) << 18) | Math.min(text, MAX_TEXT);
  return packed >>> 0;
}

export const titleFrequency = (packed: number): number => packed >>> 24;
export const tagsFrequency = (packed: number): number => (packed >>> 18) & MAX_TAGS;
export const textFrequency = (packed: number): number => packed & MAX_TEXT;
