import type { z } from 'zod';
import { timestamp } from '../clock.ts';
import type { AuditEntry } from '../domain/audit-entry.ts';
import { readInput } from '../domain/input-problems.ts';
import { HOW_TO_CREATE_TOKEN, type Scope } from '../domain/personal-token.ts';
import { isAtLeast } from '../domain/role.ts';
import { DEFAULT_SETTINGS, type Settings, type SettingsRecord } from '../domain/settings.ts';
import type { User } from '../domain/user.ts';
import { AppError, badRequest, CORRECT_THE_FIELDS, forbidden } from '../errors.ts';
import { TransactionConflict, type Transaction } from '../ports.ts';
import { namedTarget } from './audit/named-target.ts';
import { clientOf, credentialIdOf } from './people.ts';
import type { Actor, AuditDetails, Credential, Operation, OperationContext, Services } from './define.ts';
import { joinSitting } from './sittings/join.ts';
import { checkCredential, scopesOf, trustOf, trustRefusal } from './standing.ts';
import { takeTurn } from './turns.ts';

/** More than this many lost races in a row means that something is wrong, not busy. */
const ATTEMPTS = 50;

interface AuditSubject {
  target: AuditEntry['target'];
  result: string;
  details: AuditDetails | null;
}

export interface PerformOptions {
  signal?: AbortSignal;
}

/**
 * The only way to run an operation: parse, scope, `run` (which loads the target and asks the policy), one
 * durable commit that holds the change and its audit record, result.
 *
 * @throws {AppError} and nothing else for anything that the caller did; other errors are faults of ours.
 */
export async function perform<Input extends z.ZodType, Output extends z.ZodType>(
  services: Services,
  operation: Operation<Input, Output>,
  actor: Actor,
  rawInput: unknown,
  options: PerformOptions = {},
): Promise<z.input<Output>> {
  try {
    checkReach(operation, actor);
    const input = parseInput(operation.input, rawInput);
    return await untilCommitted(services, () =>
      attemptOnce(services, operation, actor, input, options.signal),
    );
  } catch (error) {
    auditRefusal(services, operation, actor, error, rawInput);
    throw error;
  }
}

/**
 * Runs an attempt until no other commit comes first. Whoever lost once goes in line with all others who did, one
 * by one: a crowd at one document costs each of them a run or two more, not a run for everybody who was quicker.
 */
export async function untilCommitted<T>(
  { store }: Pick<Services, 'store'>,
  attempt: () => Promise<T>,
): Promise<T> {
  let endTurn: (() => void) | undefined;
  let cause: unknown;
  try {
    for (let lost = 0; lost < ATTEMPTS; lost += 1) {
      try {
        return await attempt();
      } catch (error) {
        if (!(error instanceof TransactionConflict)) throw error;
        cause = error;
        endTurn ??= await takeTurn(store);
      }
    }
  } finally {
    endTurn?.();
  }
  throw new AppError('unavailable', 'Too many changes are made at the same place just now.', {
    hint: 'Send the request again in a moment.',
    cause,
  });
}

/** With what an operation of restricted reach may be called. Whatever is not named here may not. */
const CALLED_WITH: Record<NonNullable<Operation['reach']>, ReadonlySet<Credential['kind']>> = {
  local: new Set(['desk', 'system']),
  person: new Set(['desk', 'system', 'session']),
  sign_in: new Set(['desk', 'password', 'sign_in_code']),
  upload_link: new Set(['upload_link']),
};

/** Those who have only just proved who they are; they do nothing before they have a session. */
const SIGNING_IN: ReadonlySet<string> = new Set(['password', 'sign_in_code']);

/** Scope and way in are bound to the operation, never to a path or a name that the caller wrote (security A6). */
export function checkReach(operation: Operation, actor: Actor): void {
  if (SIGNING_IN.has(actor.credential.kind) && operation.reach !== 'sign_in')
    throw forbidden('Sign in first.');
  if (actor.credential.kind === 'upload_link' && operation.reach !== 'upload_link')
    throw forbidden('An upload link takes one picture and does nothing else.');
  if (actor.credential.kind === 'diagnostics')
    throw forbidden('A check of the connection lists the tools and does nothing else.');
  if (operation.reach !== undefined && !CALLED_WITH[operation.reach].has(actor.credential.kind)) {
    throw operation.reach === 'local'
      ? forbidden(`“${operation.summary}” is possible only at the machine that the workspace lives on.`)
      : forbidden(`“${operation.summary}” is for people, not for tokens.`, {
          ...(operation.peopleHint !== undefined && { hint: operation.peopleHint }),
        });
  }
  checkScope(operation, actor.scopes);
}

function checkScope({ scope }: Operation, scopes: readonly Scope[]): void {
  if (scopes.includes(scope)) return;
  throw new AppError('missing_scope', `This token has no ${scope} scope.`, {
    hint: `Use a token that allows it. ${HOW_TO_CREATE_TOKEN}`,
  });
}

/** Parses raw input and turns the first few problems into one sentence that names the fields. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, rawInput: unknown): z.output<Schema> {
  const read = readInput(schema, rawInput);
  if ('data' in read) return read.data;
  throw badRequest(read.problem, { hint: CORRECT_THE_FIELDS });
}

async function attemptOnce<Input extends z.ZodType, Output extends z.ZodType>(
  services: Services,
  operation: Operation<Input, Output>,
  actor: Actor,
  input: z.output<Input>,
  signal: AbortSignal | undefined,
): Promise<z.input<Output>> {
  const tx = services.store.begin();
  const now = timestamp(services.clock);
  const user = loadUser(tx, actor, now);
  const trust = trustOf(tx, actor.credential);
  checkScope(operation, scopesOf(tx, actor.credential, actor.scopes));
  const distrust = trustRefusal(operation, trust);
  if (distrust) throw distrust;
  const joined = joinSitting(services, actor, now);
  const subject: AuditSubject = { target: null, result: 'ok', details: null };
  let isEvent = false;
  const context: OperationContext = {
    actor,
    user,
    trust,
    settings: loadSettings(tx),
    tx,
    services,
    now,
    sittingId: joined.id,
    signal,
    record(target, more) {
      subject.target = target;
      subject.result = more?.result ?? 'ok';
      subject.details = more?.details ?? null;
      isEvent = more?.isEvent ?? false;
    },
  };
  const output = await operation.run(context, input);
  const entry = auditEntry(operation, actor, user, now, subject);
  if (tx.hasChanges) {
    joined.stage(tx);
    const sitting = joined.id();
    tx.audit(sitting === null ? entry : { ...entry, sitting });
    await tx.commit();
    joined.wrote();
  } else if (isEvent) {
    tx.audit(entry);
    await tx.commit();
  } else if (actor.via === 'mcp') {
    services.store.auditLater(entry);
  }
  return output;
}

const SYSTEM_USER: User = {
  id: '',
  username: 'system',
  name: 'Commonplace',
  email: null,
  role: 'admin',
  training_manager: false,
  disabled: false,
  password_hash: null,
  created_at: '',
  updated_at: '',
};

/** The acting user as of this attempt: a demotion or a revocation counts from the next request on (security A7). */
function loadUser(tx: Transaction, actor: Actor, now: string): User {
  if (actor.credential.kind === 'system') return SYSTEM_USER;
  const user = actor.user_id === null ? undefined : tx.users.get(actor.user_id);
  if (!user || user.disabled) throw new AppError('unauthorized', 'This account is disabled or gone.');
  checkCredential(tx, actor.credential, user.id, now);
  return user;
}

/** The settings as a transaction or the committed tables hold them; the defaults until some are stored. */
export function loadSettings(from: {
  settings: { get(id: string): SettingsRecord | undefined };
}): Readonly<Settings> {
  const record = from.settings.get('workspace');
  if (!record) return DEFAULT_SETTINGS;
  let settings = completed.get(record);
  if (!settings) completed.set(record, (settings = { ...DEFAULT_SETTINGS, ...record.values }));
  return settings;
}

/** Every request asks for the settings, and records never change: each is completed by the defaults once. */
const completed = new WeakMap<SettingsRecord, Readonly<Settings>>();

/** An audit entry as the chain takes it. */
export function auditEntry(
  operation: Pick<Operation, 'name'>,
  actor: Actor,
  user: User | null,
  at: string,
  subject: AuditSubject,
): AuditEntry {
  return {
    at,
    user_id: actor.user_id,
    username: user?.username ?? null,
    via: actor.via,
    client: clientOf(actor),
    credential_id: credentialIdOf(actor.credential),
    ip: actor.ip,
    request_id: actor.request_id,
    action: operation.name,
    ...subject,
  };
}

/**
 * Every call through the connector has an entry, refusals too (specification, rule 4; decisions "Audit of reads").
 *
 * @param rawInput what the call sent: the record that it names is put down as its target, and nothing else of it
 */
export function auditRefusal(
  services: Services,
  operation: Pick<Operation, 'name'>,
  actor: Actor,
  error: unknown,
  rawInput?: unknown,
): void {
  if (actor.via === 'mcp') recordRefusal(services, operation, actor, error, rawInput);
}

/** Puts on record that a call was refused, whichever way it came. */
export function recordRefusal(
  services: Services,
  operation: Pick<Operation, 'name'>,
  actor: Actor,
  error: unknown,
  rawInput?: unknown,
): void {
  const code = error instanceof AppError ? error.code : 'internal';
  const user = actor.user_id === null ? undefined : services.store.tables.users.get(actor.user_id);
  services.store.auditLater(
    auditEntry(operation, actor, user ?? null, timestamp(services.clock), {
      target: namedTarget(services, rawInput),
      result: `refused: ${code}`,
      details: null,
    }),
  );
}

/** The rule "admins only" for operations that are about the workspace as a whole. */
export function requireAdmin(context: OperationContext, what: string): void {
  if (isAtLeast(context.user.role, 'admin')) return;
  throw forbidden(`Only an admin may ${what}.`, { hint: 'Ask the owner of the workspace.' });
}
