import type { PublicAccessMode } from './domain/public-access.ts';
import type { TunnelState } from './domain/tunnel-state.ts';

/** What the tunnel's program is asked to do: forward to the public listener, as a trial or with the owner's token. */
export type TunnelOrder =
  | { mode: 'quick_tunnel'; port: number }
  | { mode: 'named_tunnel'; port: number; token: string; hostname: string };

/** A line of the program's own log, without secrets. */
export interface TunnelLogLine {
  /** RFC 3339. */
  time: string;
  level: 'info' | 'warn' | 'error';
  message: string;
}

/** Watches over the tunnel's program (desktop-shell §2.5). At most one runs at a time. */
export interface Tunnel {
  readonly state: TunnelState;
  /** `https://host` as announced by the program (quick) or as ordered (named); null while there is none. */
  readonly publicUrl: string | null;
  /** Proof in a request's `Cf-Warp-Tag-Id` that it came through our own process; null while there is none. */
  readonly connectorId: string | null;
  /** The last 200 lines. */
  readonly log: readonly TunnelLogLine[];
  /** What the dashboard's own configuration says about our hostname, once known; null before that. */
  readonly ingress: readonly { hostname: string; path: string; service: string }[] | null;
  /** Starts, or restarts with another order; null stops. Resolves once the old program has ended. */
  order(order: TunnelOrder | null): Promise<void>;
  /** The machine slept, or its network changed: looks at once whether the tunnel still stands. */
  nudge(): void;
  /** Called after every change of `state` or `publicUrl`. Returns how to stop that. */
  onChange(listener: () => void): () => void;
  close(): Promise<void>;
}

/** What requests are judged by and links are built with, at the moment. Replaced as a whole when any of it changes. */
export interface PublicReach {
  /**
   * Where everything is advertised, whatever a request says (specification, Authentication 7): `--base-url`, or the
   * domain that the settings name. Null: where the request was sent to.
   */
  readonly fixedUrl: string | null;
  /** Address of the trial, advertised to requests that were sent there; null while there is none. */
  readonly trialUrl: string | null;
  readonly isPaused: boolean;
}

/** Whether an address that the owner has only named leads here, as this server last found by asking who answers there. */
export interface AddressProof {
  /** RFC 3339; null: nobody has asked yet. */
  readonly checked_at: string | null;
  /** Why this workspace could not be reached there; null when it answered, or was not asked yet. */
  readonly obstacle: { reason: string; hint: string } | null;
}

export interface Visit {
  /** As the request names it, in lower case. */
  host: string;
  nonce: string;
  /** Address of who asked, as far as a proxy that the owner named says so; null: nobody can tell. */
  visitor: string | null;
  /** Whether the proxy says that it was asked without encryption. */
  isPlain: boolean;
}

/** Where everybody else reaches this workspace, at the moment. One per server; the settings are its only orders. */
export interface PublicAccess {
  readonly mode: PublicAccessMode;
  /** Who decided: the command line's `--base-url`, which wins, or the settings. */
  readonly source: 'command_line' | 'settings';
  /** The start of every advertised address, `https://host`; null while nobody else can reach us. */
  readonly publicUrl: string | null;
  readonly tunnel: Tunnel;
  /** Of an own domain; null for every other way, whose tunnel says itself how it stands, and while it is paused. */
  readonly proof: AddressProof | null;
  /** Asks once more, now, whether an own domain leads here. */
  lookAgain(): void;
  /**
   * Somebody has asked `/healthz` with a nonce. Where it is the one that an obstacle of `proof` names, and they came from
   * elsewhere, an own domain is taken to lead here although this computer cannot reach it.
   */
  visited(visit: Visit): void;
  readonly reach: PublicReach;
  /** Why there can be no public access before the owner does something; null while nothing is missing. */
  readonly problem: { reason: string; hint: string } | null;
  /** Port of the public listener, where a tunnel or proxy has to lead to; null while it is not open. */
  readonly port: number | null;
  /** Public access is held back by the owner until they resume it or choose another way; the settings' record says so. */
  readonly isPaused: boolean;
  /** Reads settings and token again and does what they say. */
  apply(): Promise<void>;
  /** Called after every change of anything above. Returns how to stop that. */
  onChange(listener: () => void): () => void;
}
