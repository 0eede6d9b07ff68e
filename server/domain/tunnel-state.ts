import { z } from 'zod';

/** A tunnel's program is found, started, watched and started again; what it does at the moment. */
export const tunnelStateSchema = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('off') }),
  z.strictObject({ state: z.literal('starting') }),
  z.strictObject({ state: z.literal('connecting'), since: z.iso.datetime() }),
  z.strictObject({
    state: z.literal('online'),
    since: z.iso.datetime(),
    connections: z.int().min(1),
    protocol: z.enum(['quic', 'http2', 'unknown']),
  }),
  z.strictObject({
    state: z.literal('degraded'),
    since: z.iso.datetime(),
    reason: z.string().describe('What is wrong, in plain words'),
    hint: z.string().describe('What to do about it'),
  }),
  z.strictObject({
    state: z.literal('backing_off'),
    until: z.iso.datetime(),
    attempt: z.int().min(1),
    reason: z.string(),
  }),
  z.strictObject({
    state: z.literal('failed').describe('Nothing goes on before the owner does something'),
    reason: z.string(),
    hint: z.string(),
  }),
]);
export type TunnelState = z.infer<typeof tunnelStateSchema>;
