import { isDeepStrictEqual } from 'node:util';
import type { Logger } from '../log.ts';
import type { Tunnel, TunnelOrder } from '../tunnel-ports.ts';
import { createLogTail } from './log-tail.ts';
import type { Launch } from './launcher.ts';
import type { Obstacle } from './obstacle.ts';
import type { Probe } from './probe.ts';
import type { Metrics } from './program-questions.ts';
import { createRun, type ProgramRun } from './program-run.ts';
import { logState } from './state-log.ts';
import { momentOf, type Time } from '../time.ts';
import { secretsOf } from './token-secrets.ts';
import { nextWake, step, type Effect, type TunnelEvent } from './tunnel-machine.ts';
import { IDLE_MODEL, type Mission, type TunnelModel } from './tunnel-model.ts';
import { watchForWaking } from './wake-watch.ts';

export interface SupervisorOptions {
  launch: Launch;
  metrics: Metrics;
  probe: Probe;
  /** Which workspace a probe should find. */
  instanceId: string;
  log: Logger;
  time: Time;
  /** 0 ≤ random() < 1 */
  random: () => number;
}

const NOT_CARRIED_OUT: Obstacle = {
  reason: 'The tunnel’s program could not be ended.',
  hint: 'Switch public access off and on again; if that does not help, restart this program. The log has more.',
};

/** Drives the tunnel's program by the state machine: turns what happens into events, and effects into deeds. */
export function createSupervisor(options: SupervisorOptions): Tunnel {
  const { time, log, random } = options;
  const listeners = new Set<() => void>();
  const tail = createLogTail();
  let model: TunnelModel = IDLE_MODEL;
  let wanted: TunnelOrder | null = null;
  let run: ProgramRun | null = null;
  /** The program that was told to end; it stays here when that failed, so that the next order tries it again. */
  let ending: ProgramRun | null = null;
  let ordering = Promise.resolve();
  let cancelWake: (() => void) | null = null;
  let isClosed = false;
  const stopWatching = watchForWaking(time, nudge);
  let shown = view();

  function dispatch(event: TunnelEvent): void {
    const result = step(model, event, { at: momentOf(time), chance: random() });
    const before = model.state;
    model = result.model;
    if (before.state !== model.state.state) logState(log, model.state);
    for (const effect of result.effects) perform(effect);
    setAlarm();
    tell();
  }

  function perform(effect: Effect): void {
    switch (effect.do) {
      case 'launch':
        return startRun(effect);
      case 'kill':
        return run?.kill();
      case 'poll':
        return run?.poll();
      case 'probe':
        return run?.probe();
    }
  }

  /** One object per start: what an older program still says or does concerns nobody (desktop-shell §2.5). */
  function startRun({ protocol }: Extract<Effect, { do: 'launch' }>): void {
    if (wanted === null) return;
    const mine = createRun({
      ...options,
      order: wanted,
      protocol,
      tail,
      dispatch: (event) => {
        if (run === mine) dispatch(event);
      },
    });
    run = mine;
    mine.start();
  }

  function setAlarm(): void {
    cancelWake?.();
    cancelWake = null;
    const due = nextWake(model);
    if (due === null) return;
    cancelWake = time.after(Math.max(0, due - time.monotonic()), () => dispatch({ type: 'woke' }));
  }

  function view() {
    return { state: model.state, publicUrl: publicUrl(), connectorId: run?.connectorId ?? null };
  }

  /** A trial's address counts from its first connection on: an earlier look-up of it could be remembered as missing. */
  function publicUrl(): string | null {
    if (wanted?.mode === 'named_tunnel') return `https://${wanted.hostname}`;
    if (model.phase.name !== 'running') return null;
    const { hostname, hasStood } = model.phase.run;
    return hostname !== null && hasStood ? `https://${hostname}` : null;
  }

  function tell(): void {
    const next = view();
    if (isDeepStrictEqual(next, shown)) return;
    shown = next;
    for (const listener of listeners) {
      try {
        listener();
      } catch (error) {
        log.error({ err: error }, 'a change of the tunnel could not be told');
      }
    }
  }

  function nudge(): void {
    dispatch({ type: 'nudged' });
  }

  async function carryOut(wish: TunnelOrder | null): Promise<void> {
    ending = run ?? ending;
    run = null;
    wanted = null;
    dispatch({ type: 'cancelled' });
    await ending?.stop();
    ending = null;
    if (wish === null || isClosed) return;
    wanted = wish;
    if (wish.mode === 'named_tunnel') secretsOf(wish.token).forEach(tail.hide);
    dispatch({ type: 'ordered', mission: missionOf(wish) });
  }

  function giveUp(error: unknown): never {
    log.error({ err: error }, 'an order could not be carried out by the tunnel');
    dispatch({ type: 'failed', obstacle: NOT_CARRIED_OUT });
    throw error;
  }

  /**
   * Orders follow each other: the old program has ended before the next one starts. One that fails is its own
   * caller's to know; those behind it are carried out all the same, above all the one to stop.
   */
  function order(wish: TunnelOrder | null): Promise<void> {
    const turn = ordering.then(() => carryOut(wish)).catch(giveUp);
    ordering = turn.catch(() => undefined);
    return turn;
  }

  return {
    get state() {
      return model.state;
    },
    get publicUrl() {
      return shown.publicUrl;
    },
    get connectorId() {
      return shown.connectorId;
    },
    get log() {
      return tail.lines;
    },
    get ingress() {
      return run?.ingress ?? null;
    },
    order,
    nudge,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async close() {
      isClosed = true;
      stopWatching();
      try {
        await order(null);
      } finally {
        listeners.clear();
      }
    },
  };
}

function missionOf(order: TunnelOrder): Mission {
  const { mode, port } = order;
  return { mode, port, hostname: order.mode === 'named_tunnel' ? order.hostname : null };
}
