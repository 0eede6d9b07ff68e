import type { Tunnel, TunnelOrder } from '../tunnel-ports.ts';
import { idleTunnel } from './idle-tunnel.ts';

/** A tunnel whose supervisor is loaded at the first order: without public access none of it is. */
export function createLazyTunnel(load: () => Promise<Tunnel>): Tunnel {
  const listeners = new Set<() => void>();
  let loading: Promise<Tunnel> | undefined;
  let tunnel = idleTunnel;

  async function loadOnce(): Promise<Tunnel> {
    tunnel = await load();
    tunnel.onChange(() => listeners.forEach((listener) => listener()));
    return tunnel;
  }

  function loaded(): Promise<Tunnel> {
    loading ??= loadOnce().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  }

  return {
    get state() {
      return tunnel.state;
    },
    get publicUrl() {
      return tunnel.publicUrl;
    },
    get connectorId() {
      return tunnel.connectorId;
    },
    get log() {
      return tunnel.log;
    },
    get ingress() {
      return tunnel.ingress;
    },
    async order(order: TunnelOrder | null) {
      if (order === null && loading === undefined) return;
      await (await loaded()).order(order);
    },
    nudge: () => tunnel.nudge(),
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async close() {
      if (loading !== undefined) await (await loading).close();
    },
  };
}
