import { randomBytes } from 'node:crypto';
import { timestamp } from '../clock.ts';
import type { Time } from '../time.ts';
import type { AddressProof } from '../tunnel-ports.ts';
import type { Obstacle } from '../tunnel/obstacle.ts';
import type { Probe } from '../tunnel/probe.ts';

/** How an address is asked who answers there, and when. */
export interface AddressLook {
  probe: Probe;
  /** Which workspace should answer. */
  instanceId: string;
  time: Time;
}

/** What is looked at: the start of the address, and the public listener's port, for the words. */
export interface WatchedAddress {
  url: string;
  port: number;
}

export interface AddressWatch {
  /** Of the address that is watched; null while none is. */
  readonly proof: AddressProof | null;
  /** Watches this address from now on; null: none. The same one again changes nothing. */
  follow(address: WatchedAddress | null): void;
  /** Looks at once, e.g. because somebody else has found something out. */
  lookAgain(): void;
  /**
   * Somebody from elsewhere has come to this host with this word. The one that the hint of `proof` names, at the address
   * that is watched, confirms the address where this computer itself may be kept from it.
   */
  visited(host: string, word: string): void;
  close(): void;
}

/** Long enough for a proxy that is set up in the same minute to be asked after the settings are saved. */
const FIRST_MS = 1_000;
const UNREACHED_MS = 30_000;
const REACHED_MS = 300_000;

/** What a visitor has confirmed counts for as long; what this computer finds to be wrong for another reason ends it. */
const CONFIRMED_MS = 7 * 24 * 3_600_000;

const UNCHECKED: AddressProof = { checked_at: null, obstacle: null };

/**
 * Finds out by itself whether an address that the owner has only named leads here: soon after it is set, and then again
 * and again (decisions §3). No tunnel's program stands for such an address.
 *
 * @param look without it the address stays one that nobody has checked
 */
export function createAddressWatch(look: AddressLook | null, onChange: () => void): AddressWatch {
  let watched: WatchedAddress | null = null;
  let proof: AddressProof | null = null;
  let ending = new AbortController();
  let callOff: (() => void) | null = null;
  /** Known to whoever reads the hint, and to nobody who only asks for the address. */
  let word = newWord();
  let isMaybeInside = false;
  let confirmed: { at: string; until: number } | null = null;

  function stop(): void {
    callOff?.();
    ending.abort();
    ending = new AbortController();
  }

  function lookIn(milliseconds: number): void {
    callOff?.();
    if (look === null || watched === null) return;
    callOff = look.time.after(milliseconds, () => void ask(look, watched, ending.signal));
  }

  async function ask(
    { probe, instanceId, time }: AddressLook,
    address: WatchedAddress | null,
    signal: AbortSignal,
  ): Promise<void> {
    if (address === null) return;
    const target = { publicUrl: address.url, instanceId, port: address.port, through: 'proxy' } as const;
    const obstacle = await probe(target, signal);
    if (signal.aborted) return;
    isMaybeInside = obstacle?.isMaybeInside === true;
    if (!isMaybeInside || time.monotonic() >= (confirmed?.until ?? 0)) confirmed = null;
    proof =
      confirmed === null
        ? { checked_at: timestamp(time), obstacle: obstacle && inWords(obstacle, address.url) }
        : { checked_at: confirmed.at, obstacle: null };
    lookIn(proof.obstacle === null ? REACHED_MS : UNREACHED_MS);
    onChange();
  }

  function inWords({ reason, hint }: Obstacle, url: string): NonNullable<AddressProof['obstacle']> {
    if (!isMaybeInside) return { reason, hint };
    const wayOut = `Some routers keep only the computers behind them from their own address, as this one would be: open ${url}/healthz?nonce=${word} on a phone with mobile data, which confirms it for a week.`;
    return { reason, hint: `${hint} ${wayOut}` };
  }

  return {
    get proof() {
      return proof;
    },
    follow(address) {
      if (address?.url === watched?.url && address?.port === watched?.port) return;
      stop();
      watched = address;
      word = newWord();
      confirmed = null;
      isMaybeInside = false;
      proof = address === null ? null : UNCHECKED;
      lookIn(FIRST_MS);
    },
    lookAgain: () => lookIn(0),
    visited(host, given) {
      if (look === null || watched === null || given !== word || host !== new URL(watched.url).host) return;
      const { time } = look;
      confirmed = { at: timestamp(time), until: time.monotonic() + CONFIRMED_MS };
      if (!isMaybeInside) return;
      proof = { checked_at: confirmed.at, obstacle: null };
      onChange();
    },
    close() {
      stop();
      watched = null;
    },
  };
}

/** Short enough to be typed on a phone. */
const newWord = () => randomBytes(4).toString('hex');
