import type { CallToolResult, Tool as ToolDefinition } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Role } from '../../domain/role.ts';
import { AppError, badRequest, NothingToChange } from '../../errors.ts';
import type { MarkdownWarning } from '../../markdown/check.ts';
import type { Operation } from '../../operations/define.ts';
import { parseInput } from '../../operations/perform.ts';
import { inputSchemaOf, outputSchemaOf } from './tool-schema.ts';

/** Runs operations as the caller of a tool, audited and cancelled with the call. */
export interface ToolCall {
  perform<Input extends z.ZodType, Output extends z.ZodType>(
    operation: Operation<Input, Output>,
    input: z.input<Input>,
  ): Promise<z.input<Output>>;
  /** What in a text that was written is probably not what its author meant. */
  warningsOf(markdown: string): Promise<MarkdownWarning[]>;
}

/** What a tool answers. */
export interface ToolReply<Data extends object> {
  /** `structuredContent`, in the shape of the tool's output schema. */
  data: Data;
  /** What the model reads first: what happened, or what this is, and how to go on. */
  texts: readonly string[];
  /** The JSON text copy where it is not `data` whole, because `texts` already hold its bulk. */
  copy?: unknown;
}

/** A schema of objects: the protocol allows nothing else at the top of a result before 2026-07-28. */
type ObjectSchema = z.ZodType<object, object>;

interface ToolSpecification<Input extends z.ZodType, Output extends ObjectSchema> {
  /** `^[a-z][a-z0-9_]{0,20}$`: one name outside of that and some hosts drop the whole connector. */
  name: string;
  title: string;
  /** For the model. Constant: text from the workspace never stands here (security M4). */
  description: string;
  /** The lowest role that may use it (specification, MCP tools). */
  role: Role;
  /** Whether it is for training managers, in a workspace that has training switched on. */
  isTraining?: boolean;
  /** Whether it reaches beyond the workspace, as one that fetches from an address does. */
  isOpenWorld?: boolean;
  /** What it runs: gives the scope, the effect and the name in the audit log. */
  operation: Operation;
  input: Input;
  /** Other names that an argument is accepted under, e.g. `content` for `markdown`. */
  aliases?: Readonly<Record<string, string>>;
  output: Output;
  run(call: ToolCall, input: z.output<Input>): Promise<ToolReply<z.input<Output>>>;
}

/** A tool as the face knows it: a row over an operation. */
export interface Tool {
  name: string;
  role: Role;
  isTraining: boolean;
  operation: Operation;
  /** Its entry in `tools/list`, made once and always the same bytes. */
  definition: ToolDefinition;
  run(call: ToolCall, rawArguments: Readonly<Record<string, unknown>>): Promise<CallToolResult>;
}

/** Declares a tool; its definition and the types of `run` follow from its schemas and its operation. */
export function defineTool<Input extends z.ZodType, Output extends ObjectSchema>(
  specification: ToolSpecification<Input, Output>,
): Tool {
  const { name, role, isTraining = false, operation, input, aliases = {} } = specification;
  return {
    name,
    role,
    isTraining,
    operation,
    definition: defineForList(specification),
    async run(call, rawArguments) {
      try {
        const parsed = parseArguments(specification, withoutAliases(rawArguments, aliases));
        return toolResult(await specification.run(call, parsed));
      } catch (error) {
        throw error instanceof NothingToChange ? new NothingToChange(changeable(input)) : error;
      }
    },
  };
}

/** @throws {AppError} `bad_request` that names what is wrong, and which arguments there are */
function parseArguments<Input extends z.ZodType>(
  { name, input }: Pick<ToolSpecification<Input, ObjectSchema>, 'name' | 'input'>,
  rawArguments: Readonly<Record<string, unknown>>,
): z.output<Input> {
  try {
    return parseInput(input, rawArguments);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const names = argumentNames(input).join(', ') || 'none';
    throw badRequest(error.message, {
      hint: `Correct this and call ${name} again. The arguments that it knows: ${names}.`,
    });
  }
}

function argumentNames(input: z.ZodType): string[] {
  return input instanceof z.ZodObject ? Object.keys(input.shape) : [];
}

/** Arguments that say which document and how, and change nothing by themselves. */
const CHANGES_NOTHING = new Set([
  'id',
  'note',
  'expected_version',
  'mode',
  'find',
  'section',
  'allow_shrink',
  'dry_run',
]);

/** Names of the arguments that change something, as this tool calls them. */
function changeable(input: z.ZodType): string[] {
  return argumentNames(input).filter((name) => !CHANGES_NOTHING.has(name));
}

function defineForList<Input extends z.ZodType, Output extends ObjectSchema>({
  name,
  title,
  description,
  isOpenWorld = false,
  operation,
  input,
  output,
}: ToolSpecification<Input, Output>): ToolDefinition {
  const isRead = operation.effect === 'read';
  return {
    name,
    title,
    description,
    inputSchema: inputSchemaOf(input),
    outputSchema: outputSchemaOf(output),
    annotations: {
      title,
      readOnlyHint: isRead,
      destructiveHint: operation.effect === 'destructive',
      idempotentHint: isRead,
      openWorldHint: isOpenWorld,
    },
  };
}

function toolResult({ data, texts, copy = data }: ToolReply<object>): CallToolResult {
  return {
    content: [...texts, JSON.stringify(copy)].map((text) => ({ type: 'text' as const, text })),
    structuredContent: { ...data },
  };
}

/** Models know an argument under several names; two names at once could mean two things. */
function withoutAliases(
  rawArguments: Readonly<Record<string, unknown>>,
  aliases: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const entries = Object.entries(rawArguments).map(([key, value]) => ({
    key,
    name: Object.hasOwn(aliases, key) ? (aliases[key] ?? key) : key,
    value,
  }));
  for (const [position, { key, name }] of entries.entries()) {
    const earlier = entries.slice(0, position).find((other) => other.name === name);
    if (earlier)
      throw badRequest(`${earlier.key} and ${key} are the same argument.`, { hint: `Send ${name} alone.` });
  }
  return Object.fromEntries(entries.map(({ name, value }) => [name, value]));
}
