/**
 * Where the window's pages live (desktop shell facts, §3): a scheme of our own, which no other program on this
 * computer can answer or read.
 */
export const APP_SCHEME = 'app';
export const APP_HOST = 'desk';
export const APP_URL = `${APP_SCHEME}://${APP_HOST}/`;

/** Whether an address is one of our own pages. Node knows no origin for schemes of our own, so scheme and host count. */
export function isOwnAddress(address: string): boolean {
  const url = parseAddress(address);
  return url?.protocol === `${APP_SCHEME}:` && url.host === APP_HOST;
}

export function parseAddress(address: string): URL | undefined {
  return URL.canParse(address) ? new URL(address) : undefined;
}
