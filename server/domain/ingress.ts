import { LOOPBACK_HOSTS } from './loopback.ts';

const DEFAULT_PORT: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** One of the rules by which a tunnel's dashboard spreads requests; `path` is a pattern, empty for all. */
export interface IngressRule {
  hostname: string;
  path: string;
  service: string;
}

export interface ExpectedRoute {
  hostname: string;
  port: number;
}

/**
 * Whether the dashboard sends our host name to our port (desktop-shell §2.3: with a dashboard's rules `--url` is ignored,
 * so the person must have mapped it). Null: it does, or only a request can tell, e.g. when it goes to another machine.
 */
export function ingressProblem(
  rules: readonly IngressRule[],
  { hostname, port }: ExpectedRoute,
): { reason: string; hint: string } | null {
  const should = `Under Public hostname, send ${hostname} to the service http://localhost:${port}.`;
  const hint = `Open the tunnel in Cloudflare’s dashboard. ${should}`;
  // A rule with a path takes only some requests; which one takes the rest decides.
  const rule = rules.find(({ hostname: name, path }) => path === '' && matchesHost(name, hostname));
  if (rule === undefined || rule.service.startsWith('http_status:')) {
    return { reason: `The dashboard does not send ${hostname} to this computer.`, hint };
  }
  const target = URL.canParse(rule.service) ? new URL(rule.service) : null;
  if (target === null || !LOOPBACK_HOSTS.has(target.hostname)) return null;
  const targetPort = target.port === '' ? DEFAULT_PORT[target.protocol] : Number(target.port);
  if (targetPort !== port) {
    return {
      reason: `The dashboard sends ${hostname} to port ${targetPort ?? 'none'}, this server listens on ${port}.`,
      hint,
    };
  }
  if (target.protocol !== 'http:') {
    return {
      reason: `The dashboard speaks ${target.protocol.slice(0, -1)} to this server, which speaks http.`,
      hint,
    };
  }
  return null;
}

/** As cloudflared matches: exactly, everything, or one `*.` at the start. */
function matchesHost(pattern: string, hostname: string): boolean {
  if (pattern === '' || pattern === '*') return true;
  if (pattern.startsWith('*.')) return hostname.endsWith(pattern.slice(1).toLowerCase());
  return pattern.toLowerCase() === hostname.toLowerCase();
}
