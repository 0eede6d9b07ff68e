import type { CheckedImage } from '../domain/image.ts';

/** What a format's parser finds out; the type is the parser's own. */
export type ParsedImage = Omit<CheckedImage, 'type'>;
