import { z } from 'zod';
import { timestamp } from '../clock.ts';
import { HOW_TO_CREATE_TOKEN, scopeSchema, type PersonalToken } from '../domain/personal-token.ts';
import { roleSchema } from '../domain/role.ts';
import { UNCOMPILED } from '../domain/uncompiled.ts';
import type { User } from '../domain/user.ts';
import { AppError } from '../errors.ts';
import type { Services } from '../operations/define.ts';
import { hashToken, parsePersonalToken } from '../domain/token-secret.ts';

/** Who stands behind a credential, as the records say at this moment. */
export interface Authenticated {
  token: PersonalToken;
  user: User;
}

const BEARER = /^Bearer +([^\s]+)$/i;
const HOW_TO_SEND = `Send \`Authorization: Bearer <API_TOKEN>\`. ${HOW_TO_CREATE_TOKEN}`;

/**
 * The owner of a personal access token (specification, "Authentication" 1 and 3).
 *
 * @param authorization every `Authorization` header of the request, as received: exactly one is accepted
 * @throws {AppError} unauthorized or token_expired. Whatever else is wrong, the answer is the same, so that it
 *   says nothing about which tokens or accounts exist.
 */
export function authenticateBearer(
  { views, store, clock, lastUsed }: Pick<Services, 'views' | 'store' | 'clock' | 'lastUsed'>,
  authorization: readonly string[],
): Authenticated {
  const secret = bearerToken(authorization);
  const parsed = parsePersonalToken(secret);
  if (parsed === undefined) throw invalidToken();
  const tokenHash = hashToken(parsed);
  const token = views.tokenByHash(tokenHash);
  if (token?.secret_hash !== tokenHash || !isUsable(token)) throw invalidToken();
  const user = store.tables.users.get(token.user_id);
  if (!user || !mayAct(user)) throw invalidToken();
  if (token.expires_at !== null && Date.parse(token.expires_at) <= clock.now()) throw expiredToken();
  lastUsed.touch(token.id, timestamp(clock));
  return { token, user };
}

/**
 * The token of a request.
 *
 * @throws {AppError} unauthorized unless there is exactly one `Authorization` header with exactly one bearer token
 */
export function bearerToken(authorization: readonly string[]): string {
  const [header] = authorization;
  if (header === undefined) {
    throw new AppError('unauthorized', 'This request carries no token.', { hint: HOW_TO_SEND });
  }
  const secret = authorization.length === 1 ? BEARER.exec(header)?.[1] : undefined;
  if (secret === undefined) {
    throw new AppError('unauthorized', 'The Authorization header must be one bearer token.', {
      hint: HOW_TO_SEND,
    });
  }
  return secret;
}

/** Anything missing, unknown or of another kind means no (security T6). */
const usableToken = () =>
  z.object({
    id: z.string().min(1),
    user_id: z.string().min(1),
    name: z.string().min(1),
    secret_hash: z.string().regex(/^[0-9a-f]{64}$/),
    last_four: z.string().length(4),
    scopes: z.array(scopeSchema).min(1),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime().nullable(),
    revoked_at: z.null(),
    last_used_at: z.iso.datetime().optional(),
    connector_called_at: z.iso.datetime().optional(),
  });

const actingUser = () => z.object({ disabled: z.literal(false), role: roleSchema });

const isUsable = judgedOnce(usableToken);
export const mayAct = judgedOnce(actingUser);

/**
 * Records never change once stored: a change puts another object. So each needs one look only.
 *
 * @param form makes the schema, at the first look
 * @returns what a record says; null for one of another form
 */
export function readOnce<Schema extends z.ZodType>(
  form: () => Schema,
): (record: object) => z.output<Schema> | null {
  let schema: Schema | undefined;
  const read = new WeakMap<object, z.output<Schema> | null>();
  return (record) => {
    let known = read.get(record);
    if (known === undefined) {
      schema ??= form();
      known = schema.safeParse(record, UNCOMPILED).data ?? null;
      read.set(record, known);
    }
    return known;
  };
}

/** Whether a record has the form, found out as `readOnce` does. */
export function judgedOnce(form: () => z.ZodType): (record: object) => boolean {
  const read = readOnce(form);
  return (record) => read(record) !== null;
}

function invalidToken(): AppError {
  return new AppError('unauthorized', 'This token is not valid.', {
    hint: `It may be mistyped, revoked, or its owner disabled. ${HOW_TO_CREATE_TOKEN}`,
  });
}

function expiredToken(): AppError {
  return new AppError('token_expired', 'This token has expired.', {
    hint: `Use a new one. ${HOW_TO_CREATE_TOKEN}`,
  });
}
