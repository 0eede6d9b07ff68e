import type { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { Scope } from '../domain/personal-token.ts';
import type { Via } from '../domain/document.ts';
import type { Settings } from '../domain/settings.ts';
import type { TrustLevel } from '../domain/trust-level.ts';
import type { User } from '../domain/user.ts';
import type { Logger } from '../log.ts';
import type { PasswordHasher, SearchIndex, SecretStore, Store, Transaction, Views } from '../ports.ts';

/** When credentials were last used. Kept in memory, written now and then: it never costs a request a flush. */
export interface LastUsed {
  /** Notes a use. `now` is an RFC 3339 timestamp. */
  touch(tokenId: string, now: string): void;
  /** RFC 3339, or null for a token that was never used. */
  of(tokenId: string): string | null;
}

/** What every operation may use. Built once at start. */
export interface Services {
  store: Store;
  views: Views;
  search: SearchIndex;
  passwords: PasswordHasher;
  secrets: SecretStore;
  lastUsed: LastUsed;
  clock: Clock;
  log: Logger;
  /** The program's own version, as `/me` and MCP's `serverInfo` say it. */
  version: string;
}

export type Credential =
  | { kind: 'personal_token'; id: string; name: string }
  /** A program that the person let in through sign-in and consent (OAuth). */
  | { kind: 'connected_app'; id: string; name: string }
  /** A browser that the person signed in with. */
  | { kind: 'session'; id: string }
  /** Whoever opens a link on which one image may be sent; acts as the person who minted it. */
  | { kind: 'upload_link'; id: string }
  /** The person at the machine: the local socket, the window, the launch ticket. */
  | { kind: 'desk' }
  /** The program itself, e.g. the Trash's retention. */
  | { kind: 'system' };

/** Who calls, with what, through which face. The user's record is loaded anew for every call. */
export interface Actor {
  /** Null only for `system`. */
  user_id: string | null;
  credential: Credential;
  scopes: readonly Scope[];
  via: Via;
  /** Name of the client program, as it calls itself. */
  client: string | null;
  request_id: string;
  ip: string | null;
  /** Where this caller reaches us, without a trailing slash: the start of every link that we answer with. */
  base_url: string;
}

export interface OperationContext {
  actor: Actor;
  /** The acting user, read inside this transaction. */
  user: User;
  /** How far the person lets this credential go: `full` but for a connected app that was given less. */
  trust: TrustLevel;
  settings: Settings;
  tx: Transaction;
  services: Services;
  /** One time for everything that this operation writes. */
  now: string;
  signal: AbortSignal | undefined;
  /** Names what the audit record is about; and, for a write that was queued, says so. */
  record(
    target: { type: string; id: string },
    more?: {
      result?: 'ok' | 'queued';
      details?: AuditDetails;
      /** Keeps the record although no other record changes, because something happened all the same. */
      isEvent?: boolean;
    },
  ): void;
}

export type AuditDetails = Record<string, string | number | boolean>;

export interface Operation<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  /** `<feature>.<verb>`: its name in the audit log and over the local socket. */
  name: string;
  summary: string;
  scope: Scope;
  effect: 'read' | 'write' | 'destructive';
  /**
   * Who may call it at all, beyond scope and policy. `person`: somebody signed in, never a program's token, e.g.
   * approving (decisions, "Change request"). `local`: the person at the machine only (design §3).
   */
  reach?: 'person' | 'local';
  /** Of reach `person`: where people do it, one sentence for the token that was refused. */
  peopleHint?: string;
  input: Input;
  output: Output;
  run(context: OperationContext, input: z.output<Input>): z.input<Output> | Promise<z.input<Output>>;
}

/** Declares an operation; the types of `run` follow from its schemas. */
export function defineOperation<Input extends z.ZodType, Output extends z.ZodType>(
  operation: Operation<Input, Output>,
): Operation<Input, Output> {
  return operation;
}
