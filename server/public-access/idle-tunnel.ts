import type { Tunnel } from '../tunnel-ports.ts';

/** Where no program can be run for the workspace, e.g. while a command has the folder open: it stays off. */
export const idleTunnel: Tunnel = {
  state: { state: 'off' },
  publicUrl: null,
  connectorId: null,
  log: [],
  ingress: null,
  order: async () => undefined,
  nudge: () => undefined,
  onChange: () => () => undefined,
  close: async () => undefined,
};
