import { z } from 'zod';
import { loadOnce } from '../../load-once.ts';
import type { Actor, Operation, Services } from '../../operations/define.ts';
import { perform, type PerformOptions } from '../../operations/perform.ts';
import type { Method } from '../http/router.ts';

/** Where the REST interface lives below the base URL (specification, "Versioning"). */
export const REST_ROOT = '/api/v1';

export interface Reply {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

export interface EndpointOptions<Output extends z.ZodType> {
  /** Query parameters that it takes; none when absent. Derived from the operation's input. */
  query?: z.ZodObject;
  /** Fields of the JSON body that it takes; none when absent. Derived from the operation's input. */
  body?: z.ZodObject;
  /** Whether `If-Match` becomes the operation's `expected_version`. */
  precondition?: boolean;
  /** Whether the operation is told when the caller hangs up, because it may take long. */
  isInterruptible?: boolean;
  /** Whether its body is a picture: the file itself, or a form with it. */
  bringsImage?: boolean;
  /** Body fields that are refused with a hint of their own, by name. */
  refused?: Record<string, string>;
  /** Statuses and bodies of its answers, for the description. The operation's own output, 200, when absent. */
  answers?: Record<number, { description: string; schema: z.ZodType }>;
  /** How the operation's result is answered: with 200 as it is when absent. */
  reply?: (result: z.input<Output>, baseUrl: string) => Reply;
}

/** What a route does: the operation, what it takes from where, and how the result is told. */
export interface Endpoint {
  operation: Operation;
  query: z.ZodObject;
  body: z.ZodObject;
  /** The path's parameters, for turning them into what the operation takes. */
  input: z.ZodObject;
  precondition: boolean;
  isInterruptible: boolean;
  bringsImage: boolean;
  refused: Record<string, string>;
  answers: Record<number, { description: string; schema: z.ZodType }>;
  run(services: Services, actor: Actor, input: unknown, options: PerformOptions): Promise<Reply>;
}

/** One row of the table: where, and what is there. */
export interface RestRoute {
  method: Method;
  /** Below `/api/v1`. A parameter has the name of the input field that it fills. */
  path: string;
  /** Brings its operation into memory at the first request, so that a start waits for none. */
  load: () => Promise<Endpoint>;
}

/** A row of the table. @param load imports the operation and makes the endpoint of it */
export function route(method: Method, path: string, load: () => Promise<Endpoint>): RestRoute {
  return { method, path, load: loadOnce(load) };
}

/** The fields of an endpoint that takes none. */
export const NO_FIELDS = z.strictObject({});

/** What a route does; the types of `reply` follow from the operation. */
export function endpoint<Input extends z.ZodObject, Output extends z.ZodType>(
  operation: Operation<Input, Output>,
  options: EndpointOptions<Output> = {},
): Endpoint {
  const reply = options.reply ?? ((body): Reply => ({ status: 200, body }));
  return {
    operation,
    query: options.query ?? NO_FIELDS,
    body: options.body ?? NO_FIELDS,
    input: operation.input,
    precondition: options.precondition ?? false,
    isInterruptible: options.isInterruptible ?? false,
    bringsImage: options.bringsImage ?? false,
    refused: options.refused ?? {},
    answers: options.answers ?? { 200: { description: 'Done', schema: operation.output } },
    async run(services, actor, input, performOptions) {
      return reply(await perform(services, operation, actor, input, performOptions), actor.base_url);
    },
  };
}
