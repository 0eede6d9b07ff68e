import type { Obstacle } from './obstacle.ts';
import type { ProbeAnswer, ProbeTarget } from './probe.ts';

export interface ProbeExpectation extends Omit<ProbeTarget, 'publicUrl'> {
  nonce: string;
  hostname: string;
}

const DNS = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_NODATA',
  'EAI_NONAME',
  'ENODATA',
  'ESERVFAIL',
  'ETIMEOUT',
]);
const TLS =
  /^(ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|EPROTO$|HOSTNAME_MISMATCH$|INVALID_CA$)/;
const NETWORK = new Set(['ENETUNREACH', 'ENETDOWN', 'EHOSTUNREACH', 'EADDRNOTAVAIL']);

/** What is wrong with an answer of our public address; null: nothing. */
export function answerProblem(answer: ProbeAnswer, expected: ProbeExpectation): Obstacle | null {
  const { hostname, instanceId, nonce } = expected;
  const { status, health } = answer;
  if (health === null) {
    return expected.through === 'proxy'
      ? proxyProblem(status, expected)
      : statusProblem(status, answer.text, expected);
  }
  if (health.instance_id !== instanceId) {
    return {
      reason: `Another Commonplace answers at ${hostname}.`,
      hint:
        expected.through === 'proxy'
          ? 'Let your proxy lead to this computer, or give the other workspace a name of its own.'
          : 'Two computers share the address: give this one a tunnel of its own, or stop the other.',
    };
  }
  if (health.nonce !== nonce) {
    return {
      reason: `Somebody before this server answers for it at ${hostname} from memory.`,
      hint:
        expected.through === 'proxy'
          ? 'Switch off caching of this host name in your proxy.'
          : 'Switch off caching of this host name in Cloudflare’s dashboard.',
    };
  }
  // Damaged data or the end of the program have their own words elsewhere: the way here works.
  return null;
}

/** Answers that others than this server give: Cloudflare, or whoever has the address. */
function statusProblem(status: number, text: string, { hostname, port }: ProbeExpectation): Obstacle {
  if (status === 530 || /error code: 1033|error 1033/i.test(text)) {
    return {
      reason: `Cloudflare says that the tunnel of ${hostname} is down (${status === 530 ? 530 : 1033}).`,
      hint: 'Check that the host name belongs to this tunnel in Cloudflare’s dashboard; otherwise wait a minute.',
    };
  }
  if (status === 502) {
    return {
      reason: `The tunnel does not reach this server (502).`,
      hint: `In Cloudflare’s dashboard the service must be http://localhost:${port}.`,
    };
  }
  if (status === 503) {
    return {
      reason: `The tunnel sends ${hostname} nowhere (503).`,
      hint: `In Cloudflare’s dashboard add the public hostname ${hostname} with the service http://localhost:${port}.`,
    };
  }
  if (status === 403 || status === 401 || (status >= 300 && status < 400)) {
    return {
      reason: `Somebody before this server stops the request to ${hostname} (${status}).`,
      hint: 'In Cloudflare’s dashboard, remove the Access application or the rule against bots for this host name.',
    };
  }
  return {
    reason: `Another server answers at ${hostname} (${status}).`,
    hint: `Let the host name lead to this tunnel, and the tunnel to http://localhost:${port}.`,
  };
}

/** Answers that others than this server give at an own domain. */
function proxyProblem(status: number, { hostname, port }: ProbeExpectation): Obstacle {
  if (status >= 502 && status <= 504) {
    return {
      reason: `The proxy at ${hostname} does not reach this server (${status}).`,
      hint: `Let it pass requests on to port ${port} of this computer.`,
    };
  }
  return {
    reason: `Another server answers at ${hostname} (${status}).`,
    hint: `Let the name lead to your proxy, and the proxy to port ${port} of this computer.`,
    // As the router itself often does.
    isMaybeInside: true,
  };
}

/** Why a public address gave no answer at all. */
export function networkProblem(
  error: unknown,
  hostname: string,
  through: ProbeTarget['through'] = 'tunnel',
): Obstacle {
  const code = codeOf(error);
  if (DNS.has(code)) {
    return {
      reason: `The name ${hostname} is not found (DNS).`,
      hint:
        through === 'proxy'
          ? 'A fresh name takes a few minutes. Otherwise add it to the name server of your domain, or check this computer’s connection.'
          : 'A fresh name takes a few minutes. Otherwise add it to the tunnel in Cloudflare’s dashboard, or check this computer’s connection.',
    };
  }
  if (TLS.test(code)) {
    return {
      reason: `The certificate of ${hostname} is not accepted (${code}).`,
      hint: 'A fresh name gets its certificate within minutes. Otherwise check that nobody on this network reads along.',
      ...(through === 'proxy' && { isMaybeInside: true }),
    };
  }
  if (NETWORK.has(code)) {
    return {
      reason: 'This computer has no way to the internet.',
      hint: 'Check its network connection.',
    };
  }
  const what = error instanceof Error && error.name === 'TimeoutError' ? 'in time' : `(${code})`;
  return {
    reason: `${hostname} does not answer ${what}.`,
    hint:
      through === 'proxy'
        ? 'Check that your proxy runs and can be reached from the internet; it is asked again every half minute.'
        : 'Check this computer’s connection to the internet; the next look is in a minute.',
    ...(through === 'proxy' && { isMaybeInside: true }),
  };
}

function codeOf(error: unknown): string {
  const cause = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof cause === 'string' ? cause : 'no answer';
}
