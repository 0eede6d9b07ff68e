import { badRequest } from '../../errors.ts';
import type { Services } from '../../operations/define.ts';
import type { Visit } from '../../tunnel-ports.ts';
import { headerValues, peerAddress, type HttpContext } from './request-context.ts';

const NONCE = /^[\w.~-]{1,128}$/;

export interface Health {
  /** `read_only` when writes are refused because of damage, `stopping` while the server drains. */
  status: 'ok' | 'read_only' | 'stopping';
  /** Which workspace answers: whoever probes a public address learns whether it leads here. */
  instance_id: string;
  /** What the probe sent, so that a cached answer is recognised. */
  nonce: string | null;
  version: string;
  ready: boolean;
  read_only: boolean;
  /** How many damaged files were found. */
  damage: number;
}

/**
 * What `GET /healthz` answers, without a token.
 *
 * @throws {AppError} bad_request for a nonce that is not 1 to 128 of letters, digits, `.`, `_`, `~`, `-`
 */
export function readHealth({ store, version }: Services, query: string, isStopping: boolean): Health {
  const isReadOnly = store.readOnlyReason !== null;
  return {
    status: isStopping ? 'stopping' : isReadOnly ? 'read_only' : 'ok',
    instance_id: store.instanceId,
    nonce: readNonce(query),
    version,
    ready: !isStopping,
    read_only: isReadOnly,
    damage: store.damage.length,
  };
}

function readNonce(query: string): string | null {
  const nonce = new URLSearchParams(query).get('nonce');
  if (nonce !== null && !NONCE.test(nonce)) {
    throw badRequest('nonce: must be 1 to 128 letters, digits, dots, dashes, tildes or underscores');
  }
  return nonce;
}

/** Where and how somebody came who asked with a nonce. */
export function visitOf({ req, state }: HttpContext, nonce: string): Visit {
  const [host = ''] = headerValues(req, 'host');
  const [scheme = ''] = headerValues(req, 'x-forwarded-proto').join(',').split(',', 1);
  return {
    host: host.toLowerCase(),
    nonce,
    visitor: state.ip === peerAddress(req) ? null : state.ip,
    isPlain: scheme.trim().toLowerCase() === 'http',
  };
}
