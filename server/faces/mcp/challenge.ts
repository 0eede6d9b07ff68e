import { offersOAuth } from '../../identity/oauth/endpoints.ts';
import type { AppError } from '../../errors.ts';
import { challengeFor, type Challenge } from '../http/error-answer.ts';
import type { Caller } from './caller.ts';
import { refusalOf } from './dispatch.ts';
import type { Tool } from './tool.ts';

/**
 * A 401 or 403 of the connector, with which programs find out how to sign in and what to ask for (RFC 9728, section
 * 5.1; RFC 6750, section 3.1). Where signing in is not offered it is the same as everywhere.
 */
export const connectorChallenge: Challenge = (error, ctx) => {
  const challenge = challengeFor(error, ctx);
  const { baseUrl } = ctx.state;
  if (challenge === undefined || !offersOAuth(baseUrl)) return challenge;
  const metadata = `${baseUrl}/.well-known/oauth-protected-resource/api/mcp`;
  return `${challenge}, resource_metadata="${metadata}", scope="read write"`;
};

/** A tool that an app calls without the scope that it needs. */
export interface StepUp {
  tool: Tool;
  refusal: AppError;
}

/**
 * Whether a call is refused for want of a scope that the app could ask its person for. That is answered with a 403,
 * because no host acts upon a tool's result (decisions, "MCP tool list").
 */
export function stepUpFor(
  catalog: ReadonlyMap<string, Tool>,
  caller: Caller,
  message: object,
): StepUp | undefined {
  const tool = catalog.get(toolCalledIn(message) ?? '');
  const refusal = tool && refusalOf(tool, caller);
  return refusal && canStepUp(caller, refusal) ? { tool, refusal } : undefined;
}

/** Personal tokens have their scopes for good; apps can ask for more. */
export function canStepUp({ actor }: Caller, { code }: AppError): boolean {
  return actor.credential.kind === 'connected_app' && code === 'missing_scope';
}

function toolCalledIn(message: object): string | undefined {
  if (!('method' in message) || message.method !== 'tools/call' || !('params' in message)) return undefined;
  const { params } = message;
  if (typeof params !== 'object' || params === null || !('name' in params)) return undefined;
  return typeof params.name === 'string' ? params.name : undefined;
}
