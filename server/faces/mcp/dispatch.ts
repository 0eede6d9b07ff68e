import { type CallToolResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { HOW_TO_CREATE_TOKEN } from '../../domain/personal-token.ts';
import { isAtLeast } from '../../domain/role.ts';
import { AppError, NoSuchDocument } from '../../errors.ts';
import type { Services } from '../../operations/define.ts';
import { checkText } from '../../operations/documents/check-text.ts';
import { closestDocuments } from '../../operations/documents/closest.ts';
import { auditRefusal, perform } from '../../operations/perform.ts';
import { trustRefusal } from '../../operations/standing.ts';
import { trainingRefusal } from '../../operations/training/access.ts';
import type { Caller } from './caller.ts';
import type { Tool } from './tool.ts';

export interface ToolRequest {
  name: string;
  arguments: Readonly<Record<string, unknown>>;
  signal: AbortSignal;
}

/** Why this caller may not use a tool, or undefined. The one rule behind hiding a tool and refusing it (security M1). */
export function refusalOf(tool: Tool, { actor, user, trust, settings }: Caller): AppError | undefined {
  if (!isAtLeast(user.role, tool.role)) {
    return new AppError(
      'forbidden',
      `${tool.name} needs the role ${tool.role} or higher, and yours is ${user.role}.`,
      {
        hint: `Ask an admin of the workspace for the role ${tool.role}.`,
      },
    );
  }
  const distrust = trustRefusal(tool.operation, trust);
  if (distrust) return distrust;
  if (tool.isTraining) {
    const refusal = trainingRefusal(settings, user);
    if (refusal) return refusal;
  }
  const { scope } = tool.operation;
  if (actor.scopes.includes(scope)) return undefined;
  return new AppError(
    'missing_scope',
    `${tool.name} needs a token with the ${scope} scope, and this one has none.`,
    {
      hint: `Connect with a token that allows ${scope === 'write' ? 'writes' : 'reading'}. ${HOW_TO_CREATE_TOKEN}`,
    },
  );
}

/**
 * Runs one tool call. What the caller did wrong, bad arguments included, is a result with `isError`, a
 * sentence and the next step, because models recover from these; nothing of a fault of ours but its request
 * id reaches the model. Every call leaves an audit entry, refused or not (specification, rule 4).
 *
 * @throws {ProtocolError} `InvalidParams` when no tool has this name.
 */
export async function callTool(
  services: Services,
  catalog: ReadonlyMap<string, Tool>,
  caller: Caller,
  request: ToolRequest,
): Promise<CallToolResult> {
  const tool = catalog.get(request.name);
  if (!tool) {
    auditRefusal(
      services,
      { name: 'mcp.call_tool' },
      caller.actor,
      new AppError('not_found', 'No such tool.'),
    );
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'No tool has this name; tools/list names them.');
  }
  try {
    return await runTool(services, tool, caller, request);
  } catch (error) {
    if (error instanceof AppError) return errorResult(error);
    if (!request.signal.aborted) {
      services.log.error(
        { err: error, tool: tool.name, request_id: caller.actor.request_id },
        'tool call failed',
      );
    }
    return errorResult(internalError(caller.actor.request_id));
  }
}

async function runTool(
  services: Services,
  tool: Tool,
  caller: Caller,
  { arguments: rawArguments, signal }: ToolRequest,
): Promise<CallToolResult> {
  let isAudited = false;
  try {
    const refusal = refusalOf(tool, caller);
    if (refusal) throw refusal;
    if (caller.problem) throw caller.problem;
    return await tool.run(
      {
        perform(operation, input) {
          isAudited = true;
          return perform(services, operation, caller.actor, input, { signal });
        },
        warningsOf: (markdown) => checkText({ services, user: caller.user }, markdown),
      },
      rawArguments,
    );
  } catch (error) {
    if (!isAudited) auditRefusal(services, tool.operation, caller.actor, error, rawArguments);
    throw error instanceof NoSuchDocument ? await withClosestTitles(services, caller, error) : error;
  }
}

/** Models name documents by their titles, too: the refusal says which ones may have been meant. */
async function withClosestTitles(
  services: Services,
  { user }: Caller,
  error: NoSuchDocument,
): Promise<AppError> {
  const closest = await closestDocuments({ services, user }, error.reference);
  if (closest.length === 0) return error;
  const titles = closest.map(({ id, title }) => `“${title}” (${id})`).join(', ');
  return new AppError('not_found', error.message, {
    hint: `Send the id of a document. Closest titles: ${titles}.`,
  });
}

function internalError(requestId: string): AppError {
  return new AppError(
    'internal',
    'Something went wrong in the knowledge base; your request was not the cause.',
    {
      hint: `Try again. If it stays, give the workspace’s owner this request id: ${requestId}.`,
    },
  );
}

/** What a sentence quotes, from the call or from the workspace, shows what is in it and hides nothing (security M4). */
function visible(text: string): string {
  return text.replaceAll(/(?![\n\u200C\u200D])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '\uFFFD');
}

function errorResult(error: AppError): CallToolResult {
  const { code, details } = error;
  const message = visible(error.message);
  const hint = error.hint === undefined ? undefined : visible(error.hint);
  return {
    isError: true,
    content: [{ type: 'text', text: [message, hint ?? ''].map(asSentence).join(' ').trim() }],
    structuredContent: { ...details, error: code, message, ...(hint !== undefined && { hint }) },
  };
}

function asSentence(text: string): string {
  return text === '' || /[.!?]$/.test(text) ? text : `${text}.`;
}
