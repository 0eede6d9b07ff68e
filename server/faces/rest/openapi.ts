import { z } from 'zod';
import { imageTypeSchema } from '../../domain/image-type.ts';
import { changeRequestSummarySchema } from '../../operations/change-requests/view.ts';
import { documentSchema, documentSummarySchema } from '../../operations/documents/view.ts';
import { notificationSchema } from '../../operations/notifications/list.ts';
import { personSchema, provenanceSchema } from '../../operations/people.ts';
import { searchItemSchema } from '../../operations/search/query.ts';
import { spaceSchema } from '../../operations/spaces/list.ts';
import { trashedDocumentSchema } from '../../operations/trash/list.ts';
import { versionSummarySchema } from '../../operations/versions/list.ts';
import { readAnswers } from './replies.ts';
import { REST_ROOT } from './route.ts';
import { loadRoutes, type LoadedRoute } from './routes.ts';

type JsonObject = Record<string, unknown>;

/**
 * The OpenAPI 3.1 description of the REST interface, generated from the same rows and schemas that answer it.
 * Depends on nothing but its arguments: the same program describes itself with the same bytes.
 */
export async function describeApi({
  version,
  baseUrl,
}: {
  version: string;
  baseUrl: string;
}): Promise<JsonObject> {
  const paths: Record<string, JsonObject> = {};
  for (const route of await loadRoutes()) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describeRoute(route) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Commonplace', version, description: DESCRIPTION },
    servers: [{ url: `${baseUrl}${REST_ROOT}` }],
    security: [{ personalToken: [] }],
    paths,
    components: {
      securitySchemes: {
        personalToken: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A personal access token, `cpl_pat_…`, from Manage account → API tokens in the app, or the command `token create`.',
        },
      },
      schemas: { Error: errorSchema, ...namedSchemas() },
      responses: errorResponses,
    },
  };
}

const DESCRIPTION =
  'Documents in spaces. Every call acts as the owner of the token: role, space access and the approval workflow ' +
  'apply. 120 requests a minute and user; `RateLimit-*` and `Retry-After` headers tell where you stand.';

const errorSchema = {
  type: 'object',
  required: ['error', 'message', 'status'],
  properties: {
    error: { type: 'string', description: 'Stable code, e.g. missing_scope' },
    message: { type: 'string' },
    status: { type: 'integer' },
    hint: { type: 'string', description: 'What to do next' },
  },
};

/** Name of the shared response, by status (specification, "Errors"; decisions, "Error body"). */
const ERRORS: Record<number, { name: string; description: string }> = {
  400: { name: 'BadRequest', description: 'Malformed input' },
  401: { name: 'Unauthorized', description: 'Missing or invalid token' },
  403: { name: 'Forbidden', description: 'Missing scope, missing role, or missing edit rights' },
  404: { name: 'NotFound', description: 'Not found, or outside what you may see' },
  409: { name: 'Conflict', description: 'Not possible in the present state' },
  412: { name: 'VersionConflict', description: 'The document is at another version than If-Match says' },
  413: { name: 'PayloadTooLarge', description: 'The body is too large' },
  415: { name: 'UnsupportedMediaType', description: 'The body is not plain `application/json`' },
  429: { name: 'RateLimited', description: 'Rate limit exceeded; see Retry-After' },
  500: { name: 'Internal', description: 'A fault of the server' },
  503: { name: 'Unavailable', description: 'Writes are refused at present' },
};

const errorResponses = Object.fromEntries(
  Object.values(ERRORS).map(({ name, description }) => [
    name,
    { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
  ]),
);

function describeRoute(route: LoadedRoute): JsonObject {
  const { operation, body } = route;
  const fields = Object.keys(body.shape);
  return {
    operationId: operation.name.replaceAll(/[._](\w)/g, (_match, letter: string) => letter.toUpperCase()),
    summary: operation.summary,
    tags: [route.path.split('/')[1]],
    'x-scope': operation.scope,
    parameters: [...pathParameters(route), ...queryParameters(route), ...headerParameters(route)],
    ...(fields.length === 0 ? {} : { requestBody: describeBody(body) }),
    ...(route.bringsImage && { requestBody: imageBody }),
    responses: { ...describeAnswers(route), ...describeErrors(route) },
  };
}

function pathParameters({ path, input }: LoadedRoute): JsonObject[] {
  return Array.from(path.matchAll(/:(\w+)/g), ([, name = '']) => parameter('path', name, input, true));
}

function queryParameters({ query }: LoadedRoute): JsonObject[] {
  const required = requiredOf(jsonSchema(query, 'input'));
  return Object.keys(query.shape).map((name) => parameter('query', name, query, required.includes(name)));
}

function headerParameters(route: LoadedRoute): JsonObject[] {
  if (route.precondition) {
    return [headerParameter('If-Match', 'Refuse with 412 unless the document has this ETag, e.g. "v7"')];
  }
  if (!isConditionalRead(route)) return [];
  return [headerParameter('If-None-Match', 'Answer 304 when the document still has this ETag')];
}

function headerParameter(name: string, description: string): JsonObject {
  return { name, in: 'header', required: false, description, schema: { type: 'string' } };
}

function isConditionalRead({ method, answers }: LoadedRoute): boolean {
  return method === 'GET' && answers === readAnswers;
}

function parameter(place: 'path' | 'query', name: string, from: z.ZodObject, required: boolean): JsonObject {
  const { properties } = jsonSchema(from, 'input');
  const schema = isObject(properties) ? properties[name] : undefined;
  const { description, ...rest } = isObject(schema) ? schema : {};
  return { name, in: place, required, ...(description === undefined ? {} : { description }), schema: rest };
}

function describeBody(body: z.ZodObject): JsonObject {
  const schema = jsonSchema(body, 'input');
  return { required: requiredOf(schema).length > 0, content: { 'application/json': { schema } } };
}

/** The file itself, or a form with it as its only file. */
const imageBody = {
  required: true,
  content: {
    ...Object.fromEntries(
      [...imageTypeSchema.options, 'application/octet-stream'].map((type) => [type, { schema: {} }]),
    ),
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: ['file'],
        properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
      },
    },
  },
};

function describeAnswers(route: LoadedRoute): JsonObject {
  const responses = Object.entries(route.answers).map(([status, { description, schema }]) => [
    status,
    { description, content: { 'application/json': { schema: jsonSchema(schema, 'output') } } },
  ]);
  const unchanged = isConditionalRead(route) ? { 304: { description: 'Unchanged' } } : {};
  return { ...Object.fromEntries(responses), ...unchanged };
}

function describeErrors(route: LoadedRoute): JsonObject {
  const isWrite = route.operation.scope === 'write';
  const statuses = [400, 401, 403, 404, 429, 500];
  if (isWrite) statuses.push(409, 413, 415, 503);
  if (route.precondition) statuses.push(412);
  return Object.fromEntries(
    statuses
      .toSorted((left, right) => left - right)
      .map((status) => [status, { $ref: `#/components/responses/${ERRORS[status]?.name}` }]),
  );
}

/** Shapes that many answers share, by the name that client generators give them. */
const NAMED = new Map<unknown, string>([
  [documentSchema, 'Document'],
  [documentSummarySchema, 'DocumentSummary'],
  [trashedDocumentSchema, 'TrashedDocument'],
  [versionSummarySchema, 'VersionSummary'],
  [changeRequestSummarySchema, 'ChangeRequest'],
  [notificationSchema, 'Notification'],
  [spaceSchema, 'Space'],
  [searchItemSchema, 'SearchItem'],
  [personSchema, 'Person'],
  [provenanceSchema, 'Provenance'],
]);

function namedSchemas(): JsonObject {
  return Object.fromEntries(
    Array.from(NAMED, ([schema, name]) => [
      name,
      schema instanceof z.ZodType ? expanded(schema, 'output') : {},
    ]),
  );
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
  const name = NAMED.get(schema);
  return name === undefined ? expanded(schema, io) : reference(name);
}

/** A schema written out, with references to the named ones inside it. */
function expanded(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema: written }) {
      const inner: unknown = zodSchema;
      const name = inner === schema ? undefined : NAMED.get(inner);
      // Answers may gain fields within v1, so their descriptions must not forbid them.
      if (io === 'output' || name !== undefined) delete written.additionalProperties;
      if (name === undefined) return;
      for (const key of Object.keys(written)) Reflect.deleteProperty(written, key);
      Object.assign(written, reference(name));
    },
  });
  return rest;
}

function reference(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}

function requiredOf({ required }: JsonObject): string[] {
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null;
}
