import type { z } from 'zod';
import type { Backups } from '../backup-ports.ts';
import type { Clock } from '../clock.ts';
import type { Desktop } from '../desktop-ports.ts';
import type { Scope } from '../domain/personal-token.ts';
import type { Via } from '../domain/document.ts';
import type { Settings } from '../domain/settings.ts';
import type { Sitting } from '../domain/sitting.ts';
import type { TrustLevel } from '../domain/trust-level.ts';
import type { User } from '../domain/user.ts';
import type { ErrorCode } from '../errors.ts';
import type { Logger } from '../log.ts';
import type { AttachmentFiles, ImageChecker } from '../image-ports.ts';
import type { PasswordHasher, SecretStore, Store, Transaction, Views } from '../ports.ts';
import type { SearchIndex } from '../search-ports.ts';
import type { SourceFile } from '../domain/markdown-files/import-plan.ts';
import type { ServerPlace } from '../server-place.ts';
import type { Doctor } from '../doctor-ports.ts';
import type { OutboundFetcher } from '../fetch-ports.ts';
import type { LiveTopics } from '../live-topics.ts';
import type { Mirror } from '../mirror-ports.ts';
import type { Transfers } from '../transfer-ports.ts';
import type { PublicAccess } from '../tunnel-ports.ts';

/** When tokens and connected apps were last used. Kept in memory, written now and then: it never costs a request a flush. */
export interface LastUsed {
  /** Notes a use. `now` is an RFC 3339 timestamp. */
  touch(credentialId: string, now: string): void;
  /** RFC 3339, or null for what was never used. */
  of(credentialId: string): string | null;
  /** Notes that a personal token called the connector, as assistants do, which is a use too. */
  touchConnector(tokenId: string, now: string): void;
  /** When a personal token called the connector last, or null for one that only scripts have used. */
  connectorCallOf(tokenId: string): string | null;
}

/** One try to prove who one is. It counts as failed until it is said to be otherwise. */
export interface Attempt {
  succeeded(): void;
  /** Nothing was checked after all, e.g. because the server was too busy. */
  withdrawn(): void;
}

/** Slows guessing of passwords down for somebody who is signed in already (security P3). */
export interface Guesses {
  /** @throws {AppError} rate_limited while the key has to wait */
  begin(key: string): Attempt;
}

/** A sitting as a write finds it. */
export interface CurrentSitting {
  sitting: Sitting;
  /** Set when it begins with this write: the write's own commit stores it. */
  isNew: boolean;
}

/** Which sitting a write belongs to. The times are kept in memory, so that writers do not wait for each other. */
export interface Sittings {
  /** The sitting of a credential at a time (RFC 3339): the running one, or a new one after a pause or an undo. */
  current(of: Pick<Sitting, 'credential_id' | 'user_id' | 'client'>, now: string): CurrentSitting;
  /** Notes a write that is durable. */
  wrote(sitting: Sitting, now: string): void;
  /** When the last write was, RFC 3339. */
  lastWriteOf(sitting: Sitting): string;
}

/** What every operation may use. Built once at start. */
export interface Services {
  store: Store;
  views: Views;
  search: SearchIndex;
  passwords: PasswordHasher;
  passwordGuesses: Guesses;
  secrets: SecretStore;
  fetcher: OutboundFetcher;
  images: ImageChecker;
  attachmentFiles: AttachmentFiles;
  backups: Backups;
  /** Markdown files that go in and out while the program serves. */
  transfers: Transfers;
  /** The folder of Markdown files that follows the workspace. */
  mirror: Mirror;
  lastUsed: LastUsed;
  sittings: Sittings;
  clock: Clock;
  log: Logger;
  /** Others' way to the workspace, as it stands at the moment. */
  publicAccess: PublicAccess;
  /** Finds out why others cannot connect. */
  doctor: Doctor<Services>;
  /** Tells open pages of what changes without a commit. */
  topics: LiveTopics;
  /** Whether this workspace answers at an address that somebody connected to before. */
  isOwnAddress(baseUrl: string): boolean;
  /** An address that opens the local app once, with a new ticket; null where no local listener is open. */
  launchAddress: () => string | null;
  /** The desktop app that the server runs in; null where it runs alone. */
  desktop: Desktop | null;
  /** Where the program keeps the workspace and answers for it. */
  place: ServerPlace;
  /** The pages of the sample space. */
  samplePages: () => Promise<SourceFile[]>;
  /** The program's own version, as `/me` and MCP's `serverInfo` say it. */
  version: string;
}

export type Credential =
  | { kind: 'personal_token'; id: string; name: string }
  /** A program that the person let in through sign-in and consent (OAuth). */
  | { kind: 'connected_app'; id: string; name: string }
  /** A browser that the person signed in with. */
  | { kind: 'session'; id: string }
  /** Somebody whose password was right just now: this hash must still be theirs. Opens a session, nothing else. */
  | { kind: 'password'; password_hash: string }
  /** Somebody who brings a code or an invitation. Opens a session and is spent by it, nothing else. */
  | { kind: 'sign_in_code'; id: string }
  /** Whoever opens a link on which one image may be sent; acts as the person who minted it. */
  | { kind: 'upload_link'; id: string }
  /** The person at the machine: the local socket, the window, the launch ticket. */
  | { kind: 'desk'; session_id?: string }
  /** The doctor's own calls: they list the tools, and may do nothing else. */
  | { kind: 'diagnostics' }
  /** The program itself, e.g. the Trash's retention. */
  | { kind: 'system' };

/** Who calls, with what, through which face. The user's record is loaded anew for every call. */
export interface Actor {
  /** Null only for `system`. */
  user_id: string | null;
  credential: Credential;
  scopes: readonly Scope[];
  via: Via;
  /** What it came through where that is not the credential itself: what an upload link was made with. */
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
  /** Id of the sitting that this write belongs to; null for what people do themselves. */
  sittingId: () => string | null;
  signal: AbortSignal | undefined;
  /** Names what the audit record is about; and says so when a write was queued, or only a refusal was noted. */
  record(
    target: { type: string; id: string },
    more?: {
      result?: 'ok' | 'queued' | `refused: ${ErrorCode}`;
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
   * approving (decisions, "Change request"). `local`: the person at the machine only (design §3). `sign_in`: somebody
   * who has just proved who they are and has no session yet; nothing else is open to them. `upload_link`: whoever
   * opens a link on which one image may be sent; nothing else is open to them either.
   */
  reach?: 'person' | 'local' | 'sign_in' | 'upload_link';
  /** Of reach `person`: where people do it, one sentence for the token that was refused. */
  peopleHint?: string;
  /**
   * Of a write: the lowest trust level of a connected app that may call it at all, before any policy; a write that
   * names none needs `full` (decisions, "Trust level of a connected app").
   */
  trust?: TrustLevel;
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
