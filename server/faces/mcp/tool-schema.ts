import { z } from 'zod';

/*
 * The JSON Schemas (2020-12) of a tool's entry in `tools/list`. They are terse: every conversation pays for each
 * character of them, whether it uses the tool or not.
 */

/** `structuredContent` of a refused or failed call (decisions, "MCP tool errors"). */
const toolErrorSchema = z.object({ error: z.string(), message: z.string(), hint: z.string().optional() });

interface Described {
  jsonSchema: z.core.JSONSchema.BaseSchema;
  path: readonly (string | number)[];
}

/** What may be sent: before defaults and transforms. */
export function inputSchemaOf(schema: z.ZodType) {
  return { ...jsonSchema(schema, tersely), type: 'object' as const };
}

/**
 * Clients check `structuredContent` against this also when it carries an error (the 2025 SDK does): both shapes are
 * described, and which fields are there tells them apart.
 */
export function outputSchemaOf(schema: z.ZodType) {
  const { properties, required } = objectSchema(schema);
  const error = objectSchema(toolErrorSchema);
  return {
    type: 'object' as const,
    properties: { ...properties, ...error.properties },
    anyOf: [{ required }, { required: error.required }],
  };
}

const objectShape = z.object({
  properties: z.record(z.string(), z.json()).default({}),
  required: z.array(z.string()).default([]),
});

function objectSchema(schema: z.ZodType) {
  return objectShape.parse(jsonSchema(schema, withNamesOnly));
}

function jsonSchema(schema: z.ZodType, override: (described: Described) => void) {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io: 'input', override });
  return z.record(z.string(), z.json()).parse(JSON.parse(JSON.stringify(json), withOneType));
}

/** Of these a model rarely meets one, and the refusal that it then gets names it. */
const BOUNDS_LEFT_OUT = ['minLength', 'maxLength', 'pattern', 'minItems', 'maxItems', 'minimum'] as const;
const LARGEST_BOUND = 1_000_000;
/** What anybody expects of an argument that is left out. */
const PLAIN_DEFAULTS: ReadonlySet<unknown> = new Set(['', false, 0]);

function tersely({ jsonSchema: json }: Described): void {
  for (const bound of BOUNDS_LEFT_OUT) delete json[bound];
  if (json.description !== undefined)
    for (const member of json.anyOf ?? []) delete Object(member).description;
  if (PLAIN_DEFAULTS.has(json.default)) delete json.default;
  if (json.maximum !== undefined && json.maximum > LARGEST_BOUND) delete json.maximum;
}

/** Hosts that map schemas onto a dialect with one type a schema drop a list of types, or the whole tool. */
function withOneType(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('type' in value)) return value;
  const { type: types, ...rest } = value;
  return Array.isArray(types) ? { ...rest, anyOf: types.map((type: unknown) => ({ type })) } : value;
}

/** Of the objects inside of an answer the names and types of their fields are enough to go on. */
function withNamesOnly(described: Described): void {
  tersely(described);
  const { jsonSchema: json, path } = described;
  if (path.length === 0) return;
  delete json.required;
  delete json.additionalProperties;
}
