import { amber, green, skipped, type Check } from '../check.ts';

/** Who types the address without https should land there, and nothing should be readable on the way. */
export const plainHttp: Check = {
  id: 'plain_http',
  group: 'address',
  title: 'Plain http leads to https',
  needs: ['identity'],
  async run(walk) {
    if (walk.url.protocol === 'http:' || walk.url.port !== '')
      return skipped('The address has a port of its own, so there is no http beside it.');
    const plain = `http://${walk.url.host}`;
    const visit = await walk.visit(`${plain}/healthz`);
    if (visit.kind === 'none') return green('Nothing answers over plain http, which is fine.');
    const { location } = visit.headers;
    if (visit.status >= 300 && visit.status < 400 && location?.startsWith('https:') === true)
      return green('Plain http is redirected to https.');
    if (visit.status >= 400) return green('Plain http is refused.');
    return amber(
      `${plain} answers without encryption, so that a mistyped address sends passwords readable by others.`,
      'Redirect http to https at the proxy (Cloudflare: SSL/TLS → Edge Certificates → Always Use HTTPS).',
    );
  },
};
