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
  /** What the call sent, unchecked. */
  rawArguments: unknown;
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
  const call = toolCallIn(message);
  const tool = call && catalog.get(call.name);
  const refusal = tool && refusalOf(tool, caller);
  return refusal && canStepUp(caller, refusal)
    ? { tool, refusal, rawArguments: call.rawArguments }
    : undefined;
}

/** Personal tokens have their scopes for good; apps can ask for more. */
export function canStepUp({ actor }: Caller, { code }: AppError): boolean {
  return actor.credential.kind === 'connected_app' && code === 'missing_scope';
}

function toolCallIn(message: object): { name: string; rawArguments: unknown } | undefined {
  if (!('method' in message) || message.method !== 'tools/call' || !('params' in message)) return undefined;
  const { params } = message;
  if (typeof params !== 'object' || params === null || !('name' in params)) return undefined;
  const { name } = params;
  if (typeof name !== 'string') return undefined;
  return { name, rawArguments: 'arguments' in params ? params.arguments : undefined };
}
