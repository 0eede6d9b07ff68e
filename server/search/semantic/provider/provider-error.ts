/** What went wrong with the provider. Only `refused` is about the texts that were sent; the others pass or are mended. */
export type ProviderFault = 'key' | 'model' | 'busy' | 'unreachable' | 'malformed' | 'refused';

/**
 * The provider did not give what was asked for. The message is for the owner and holds our words only: what a
 * provider writes may repeat the key or the texts.
 */
export class ProviderError extends Error {
  readonly fault: ProviderFault;
  /** How long the provider wants to be left alone, in milliseconds; null when it did not say. */
  readonly retryAfterMs: number | null;

  constructor(
    fault: ProviderFault,
    message: string,
    more: { retryAfterMs?: number | null; cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = 'ProviderError';
    this.fault = fault;
    this.retryAfterMs = more.retryAfterMs ?? null;
  }
}

/** What an answer other than 200 means (RFC 9110). */
export function errorOfStatus(status: number, retryAfterMs: number | null): ProviderError {
  const said = (fault: ProviderFault, message: string) =>
    new ProviderError(fault, `${message} (status ${status}).`, { retryAfterMs });
  if (status === 401 || status === 403) return said('key', 'The embeddings provider refuses the key');
  if (status === 404) return said('model', 'The embeddings provider does not know this model or address');
  if (status === 429) return said('busy', 'The embeddings provider wants fewer requests');
  if (status === 408 || status >= 500) return said('unreachable', 'The embeddings provider fails');
  if (status >= 300 && status < 400) {
    return said('model', 'The embeddings provider redirects, which is not followed: set its final address');
  }
  return said('refused', 'The embeddings provider refuses the request');
}

/** The milliseconds of a `Retry-After` header: seconds or a date (RFC 9110 §10.2.3); null when it says nothing. */
export function retryAfter(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
