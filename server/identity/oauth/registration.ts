import { cleanAppName } from '../../domain/app-name.ts';
import { redirectUriProblem } from './redirect-uri.ts';

/** Codes of RFC 7591, section 3.2.2. */
export type RegistrationErrorCode = 'invalid_redirect_uri' | 'invalid_client_metadata';

/** A registration that is refused, with a sentence for whoever reads the client's log. */
export class RegistrationError extends Error {
  readonly code: RegistrationErrorCode;

  constructor(code: RegistrationErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** What we keep of a client that registers itself. */
export interface RegisteredMetadata {
  redirect_uris: string[];
  client_name?: string;
  token_endpoint_auth_method: string;
  grant_types: string[];
  response_types: string[];
  application_type: 'native';
}

const MOST_REDIRECT_URIS = 10;

/**
 * A registration as real programs send it, turned into what we keep: the few members that matter, with the values
 * that every client gets here. Everything else is left out, above all each address that would be fetched, so that
 * no well-meant body is refused for a member that nobody needs (decisions, "OAuth flow"; security O8; traps T6, T7).
 *
 * All clients count as native: then any port of a loopback address matches (RFC 8252, section 7.3), and people are
 * asked each time.
 *
 * @throws {RegistrationError}
 */
export function registeredMetadata(body: Readonly<Record<string, unknown>>): RegisteredMetadata {
  const method = body['token_endpoint_auth_method'];
  const name = body['client_name'];
  return {
    redirect_uris: redirectUris(body['redirect_uris']),
    ...(typeof name === 'string' && { client_name: cleanAppName(name) }),
    token_endpoint_auth_method: isSecretMethod(method) ? method : 'none',
    ...FOR_EVERY_CLIENT,
  };
}

/**
 * A client's metadata document with the same rules. Its own address, keys and way to authenticate stay as they are:
 * the document is its identity, and it must say so itself (traps T16, T17).
 *
 * @param clientId the address that the document was found at
 * @throws {RegistrationError}
 */
export function documentMetadata(document: unknown, clientId: string): Record<string, unknown> {
  if (!isObject(document)) throw unsuitable('must be a JSON object');
  if (document['client_id'] !== clientId) throw unsuitable('must name its own address as client_id');
  if (isSecretMethod(document['token_endpoint_auth_method']) || 'client_secret' in document)
    throw unsuitable('is public and cannot hold a secret');
  const kept: Record<string, unknown> = {};
  for (const member of ['client_id', 'jwks_uri', 'jwks', 'token_endpoint_auth_signing_alg'])
    if (isGiven(document[member])) kept[member] = document[member];
  const name = document['client_name'];
  const method = document['token_endpoint_auth_method'];
  return {
    ...kept,
    redirect_uris: redirectUris(document['redirect_uris']),
    ...(typeof name === 'string' && { client_name: cleanAppName(name) }),
    token_endpoint_auth_method: isGiven(method) ? method : 'none',
    ...FOR_EVERY_CLIENT,
  };
}

const FOR_EVERY_CLIENT = {
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  application_type: 'native' as const,
};

function redirectUris(value: unknown): string[] {
  if (!Array.isArray(value) || value.length === 0)
    throw new RegistrationError('invalid_redirect_uri', 'redirect_uris must name at least one address.');
  if (value.length > MOST_REDIRECT_URIS) {
    throw new RegistrationError(
      'invalid_redirect_uri',
      `redirect_uris may name at most ${MOST_REDIRECT_URIS} addresses.`,
    );
  }
  const uris: string[] = [];
  for (const uri of value) {
    const problem = redirectUriProblem(uri);
    if (problem !== undefined) throw new RegistrationError('invalid_redirect_uri', problem);
    uris.push(String(uri));
  }
  return [...new Set(uris)];
}

function isSecretMethod(method: unknown): method is string {
  return method === 'client_secret_post' || method === 'client_secret_basic';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function unsuitable(why: string): RegistrationError {
  return new RegistrationError('invalid_client_metadata', `A client metadata document ${why}.`);
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}
