import type { DesktopPreferences, NewerVersion, SecretProtection } from './domain/desktop-preferences.ts';

/** The desktop app around the server; there is none where the server runs alone. */
export interface Desktop {
  readonly preferences: DesktopPreferences;
  /** What this system cannot do, e.g. Linux without a tray, or a development build that cannot start at login. */
  readonly abilities: { start_at_login: boolean; tray: boolean };
  readonly secretProtection: SecretProtection;
  /** What the last look at the releases found; null when this is the newest, or nobody looked. */
  readonly newerVersion: NewerVersion | null;
  /** Where the log is kept: the first thing that helpers ask for. */
  readonly logFile: string;
  /** Durable, and in force, when it resolves. */
  update(changes: Partial<DesktopPreferences>): Promise<void>;
  /** Ends in order and starts again, once the caller has its answer. */
  restart(): void;
}

/** Seals what is kept in a file with a key that the operating system guards for this person (security E9). */
export interface SecretBox {
  /** @returns base64 */
  seal(text: string): Promise<string>;
  /** @throws {Error} when it was sealed on another computer or for another person */
  open(sealed: string): Promise<string>;
}
