import { badRequest } from '../../errors.ts';

/** A document's entity tag is its version (decisions, "Author, version"). */
export function entityTag(version: number): string {
  return `"v${version}"`;
}

/** Intermediaries that recompress an answer mark its tag as weak; the version in it is as good as before. */
const VERSION_TAG = /^(?:W\/)?"v([1-9]\d{0,14})"$/;

/**
 * The version that `If-Match` names; undefined without the header or for `*`, which any version fulfils.
 *
 * @throws {AppError} bad_request for anything else, an empty header too, so that no condition is ever ignored
 */
export function expectedVersion(ifMatch: string | undefined): number | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined;
  const version = VERSION_TAG.exec(ifMatch.trim())?.[1];
  if (version !== undefined) return Number(version);
  throw badRequest('The If-Match header must be one entity tag such as "v7".', {
    hint: 'Send the ETag that the document was answered with.',
  });
}

/** Whether `If-None-Match` holds this tag, weakly compared (RFC 9110, section 13.1.2). */
export function isUnchanged(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((candidate) => ['*', tag, `W/${tag}`].includes(candidate.trim()));
}
