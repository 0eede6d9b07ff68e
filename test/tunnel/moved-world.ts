import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import type { TunnelState } from '../../server/domain/tunnel-state.ts';
import type { Launch, LaunchOptions } from '../../server/tunnel/launcher.ts';
import type { IngressRule } from '../../server/domain/ingress.ts';
import type { Readiness } from '../../server/tunnel/metrics.ts';
import type { Obstacle } from '../../server/tunnel/obstacle.ts';
import { createSupervisor } from '../../server/tunnel/supervisor.ts';
import type { Tunnel } from '../../server/tunnel-ports.ts';
import { seededRandom } from '../bench/corpus.ts';
import { createMovableTime, type MovableTime } from './movable-time.ts';

/** A program without a process, as the supervisor sees one. */
export interface PretendedProgram {
  options: LaunchOptions;
  startedAt: number;
  isRunning: boolean;
  /** Ends by itself. */
  exit(code?: number): void;
}

export interface MovedWorld {
  tunnel: Tunnel;
  time: MovableTime;
  programs: PretendedProgram[];
  /** What the program answers about itself, and what our public address is found to be. */
  facts: {
    readiness: Readiness | null;
    ingress: IngressRule[] | null;
    cause: Obstacle | null;
    /** What the next program says before its start is known. */
    firstWords: string[];
    /** The system does not end the program when it is told to. */
    isStuck: boolean;
    /** Is told of every look at the public address. */
    probes: number;
  };
  ownLog: { level: number; msg: string }[];
  /** Every state, in order, with the time in milliseconds since the start. */
  history: { at: number; state: TunnelState }[];
}

export const READY: Readiness = { connections: 1, connectorId: 'connector' };

/** The supervisor with a clock that a test moves, over a program that only pretends. */
export function createMovedWorld(): MovedWorld {
  const time = createMovableTime();
  const programs: PretendedProgram[] = [];
  const facts: MovedWorld['facts'] = {
    readiness: READY,
    ingress: null,
    cause: null,
    firstWords: [],
    isStuck: false,
    probes: 0,
  };
  const ownLog: MovedWorld['ownLog'] = [];
  const launch: Launch = async (options) => {
    const program: PretendedProgram = {
      options,
      startedAt: time.monotonic(),
      isRunning: true,
      exit(code = 1) {
        if (!program.isRunning) return;
        program.isRunning = false;
        options.onExit({ code, signal: null });
      },
    };
    programs.push(program);
    options.onLine('{"level":"info","message":"Starting metrics server on 127.0.0.1:9/metrics"}');
    for (const line of facts.firstWords) options.onLine(line);
    return {
      version: '2026.9.3',
      warning: null,
      stop: async () => {
        if (facts.isStuck) throw new Error('EPERM');
        program.exit(0);
      },
      kill: () => program.exit(0),
    };
  };
  const tunnel = createSupervisor({
    launch,
    metrics: {
      readReadiness: async () => facts.readiness,
      readQuickHostname: async () => `trial-${programs.length}.trycloudflare.com`,
      readIngress: async () => facts.ingress,
    },
    probe: async () => {
      facts.probes += 1;
      return facts.cause;
    },
    instanceId: 'ins_test',
    log: pino({ level: 'debug' }, { write: (line: string) => ownLog.push(JSON.parse(line) as never) }),
    time,
    random: seededRandom(7),
  });
  const history: MovedWorld['history'] = [];
  tunnel.onChange(() => history.push({ at: time.monotonic(), state: tunnel.state }));
  onTestFinished(() => tunnel.close());
  return { tunnel, time, programs, facts, ownLog, history };
}
