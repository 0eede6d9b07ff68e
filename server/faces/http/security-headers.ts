/**
 * On every answer of the listener (security D1, P6 in so far as it concerns data): nothing here is a page, may be
 * framed, sniffed, cached by others, or loaded into another origin.
 */
const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'Cache-Control': 'private, no-cache',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/** As the head of an answer takes them, name after value. */
export const SECURITY_HEAD: readonly string[] = Object.entries(SECURITY_HEADERS).flat();

/** Only where the caller came in over https, and without subdomains: they are not ours to speak for. */
export const STRICT_TRANSPORT = 'max-age=31536000';
