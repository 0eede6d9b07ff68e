import { loadOnce } from '../load-once.ts';
import type { Tunnel, TunnelOrder } from '../tunnel-ports.ts';
import { idleTunnel } from './idle-tunnel.ts';

/** A tunnel whose supervisor is loaded at the first order: without public access none of it is. */
export function createLazyTunnel(load: () => Promise<Tunnel>): Tunnel {
  const listeners = new Set<() => void>();
  let tunnel = idleTunnel;
  /** Whether there is one to be ended: it is being loaded, or is. */
  let isLoaded = false;

  const supervisor = loadOnce(async () => {
    tunnel = await load();
    tunnel.onChange(() => listeners.forEach((listener) => listener()));
    return tunnel;
  });

  async function use(): Promise<Tunnel> {
    isLoaded = true;
    try {
      return await supervisor();
    } catch (error) {
      isLoaded = false;
      throw error;
    }
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
      if (order === null && !isLoaded) return;
      await (await use()).order(order);
    },
    nudge: () => tunnel.nudge(),
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async close() {
      if (isLoaded) await (await use()).close();
    },
  };
}
