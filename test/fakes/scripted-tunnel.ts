import type { Tunnel, TunnelOrder } from '../../server/tunnel-ports.ts';

type Facts = Pick<Tunnel, 'state' | 'publicUrl' | 'connectorId' | 'log' | 'ingress'>;

/** A tunnel whose program a test plays. */
export interface ScriptedTunnel extends Tunnel {
  /** What it was told to do, one after the other. */
  readonly orders: readonly (TunnelOrder | null)[];
  readonly isClosed: boolean;
  /** Plays what the program does: changes facts and tells so. */
  play(facts: Partial<Facts>): void;
}

export const SILENT: Facts = {
  state: { state: 'off' },
  publicUrl: null,
  connectorId: null,
  log: [],
  ingress: null,
};

/** As the supervisor shows a tunnel that stands. */
export function online(publicUrl: string, connectorId = 'connector-of-the-test'): Facts {
  return {
    state: { state: 'online', since: '2026-03-01T09:00:00.000Z', connections: 4, protocol: 'quic' },
    publicUrl,
    connectorId,
    log: [{ time: '2026-03-01T09:00:00.000Z', level: 'info', message: 'Registered tunnel connection' }],
    ingress: null,
  };
}

export function createScriptedTunnel(): ScriptedTunnel {
  const listeners = new Set<() => void>();
  const orders: (TunnelOrder | null)[] = [];
  let facts = SILENT;
  let isClosed = false;

  function play(changes: Partial<Facts>): void {
    facts = { ...facts, ...changes };
    for (const listener of listeners) listener();
  }

  return {
    orders,
    play,
    get isClosed() {
      return isClosed;
    },
    get state() {
      return facts.state;
    },
    get publicUrl() {
      return facts.publicUrl;
    },
    get connectorId() {
      return facts.connectorId;
    },
    get log() {
      return facts.log;
    },
    get ingress() {
      return facts.ingress;
    },
    async order(order) {
      orders.push(order);
      if (order === null) play(SILENT);
      else {
        const publicUrl = order.mode === 'named_tunnel' ? `https://${order.hostname}` : null;
        play({ ...SILENT, state: { state: 'starting' }, publicUrl });
      }
    },
    nudge: () => undefined,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async close() {
      isClosed = true;
      play(SILENT);
    },
  };
}
