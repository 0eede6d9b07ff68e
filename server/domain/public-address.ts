/** Names that no public DNS knows. */
const PRIVATE_ENDINGS = ['.local', '.localhost', '.internal', '.lan', '.home', '.home.arpa', '.test'];
const FIGURES = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[.*\])$/;

/**
 * Whether programs on the internet can be expected to reach an address: "reachable from the public internet with
 * public DNS and a CA-signed certificate" (specification, Authentication 8). Decided by its form alone.
 */
export function isPublicAddress(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  if (protocol !== 'https:' || FIGURES.test(hostname) || !hostname.includes('.')) return false;
  return !PRIVATE_ENDINGS.some((ending) => hostname.endsWith(ending));
}
