import { ingressProblem, type IngressRule } from '../domain/ingress.ts';
import type { Logger } from '../log.ts';
import type { TunnelLogLine, TunnelOrder } from '../tunnel-ports.ts';
import type { Protocol } from './command-line.ts';
import { exitMeaning } from './exit-words.ts';
import type { Launch, LaunchedProgram } from './launcher.ts';
import type { LogTail } from './log-tail.ts';
import type { Readiness } from './metrics.ts';
import type { Obstacle } from './obstacle.ts';
import type { Probe } from './probe.ts';
import { readProgramLine } from './program-line.ts';
import type { ProgramExit } from './program-process.ts';
import type { Time } from './time.ts';
import type { TunnelEvent } from './tunnel-machine.ts';

/** How often the program is asked: sooner while somebody waits for the connection. */
const ASK_MS = { waiting: 500, standing: 1_500 };

export interface RunPorts {
  launch: Launch;
  metrics: {
    readReadiness(origin: string): Promise<Readiness | null>;
    readQuickHostname(origin: string): Promise<string | null>;
    readIngress(origin: string): Promise<IngressRule[] | null>;
  };
  probe: Probe;
  instanceId: string;
  log: Logger;
  time: Time;
}

export interface RunOptions extends RunPorts {
  order: TunnelOrder;
  protocol: Protocol;
  tail: LogTail;
  dispatch: (event: TunnelEvent) => void;
}

/** One start of the program, until it has ended. */
export interface ProgramRun {
  /** Of this process, from its first connection until it ends. */
  readonly connectorId: string | null;
  readonly ingress: IngressRule[] | null;
  start(): void;
  /** Asks the program about itself now. */
  poll(): void;
  /** Asks our public address now. */
  probe(): void;
  kill(): void;
  /** Resolves once the program has ended, whether it had started or not. */
  stop(): Promise<void>;
}

/** Starts the program once, listens to it, asks it, and says what it learns as events. */
export function createRun(options: RunOptions): ProgramRun {
  const { order, tail, time, dispatch, metrics } = options;
  const over = new AbortController();
  let starting = Promise.resolve();
  let program: LaunchedProgram | null = null;
  let ended: ProgramExit | null = null;
  let origin: string | null = null;
  let readiness: Readiness | null = null;
  let connectorId: string | null = null;
  let hostname: string | null = order.mode === 'named_tunnel' ? order.hostname : null;
  let ingress: IngressRule[] | null = null;
  let isIngressOld = true;
  let isPolling = false;
  let cancelPoll: (() => void) | null = null;

  async function start(): Promise<void> {
    try {
      const result = await options.launch({
        order,
        protocol: options.protocol,
        signal: over.signal,
        onLine: hear,
        onExit: exited,
      });
      if ('obstacle' in result) {
        dispatch({ type: 'hindered', obstacle: result.obstacle });
        return;
      }
      launched(result);
    } catch (error) {
      if (over.signal.aborted) return;
      options.log.debug({ err: error }, 'starting the tunnel’s program');
      dispatch({ type: 'launched', protocol: options.protocol });
      finish('The tunnel’s program could not be started.', null);
    }
  }

  function launched(result: LaunchedProgram): void {
    program = result;
    if (result.warning !== null) add({ level: 'warn', message: result.warning, time: null });
    dispatch({ type: 'launched', protocol: options.protocol });
    // It may have ended before we knew that it had begun.
    if (ended !== null) tellExit(ended);
    else poll();
  }

  function hear(text: string): void {
    const line = readProgramLine(text);
    add(line);
    if (line.news === null) return;
    if (line.news.news === 'metrics') origin = line.news.origin;
    if (line.news.news === 'configured') isIngressOld = true;
    dispatch({ type: 'told', news: line.news });
    if (program !== null) poll();
  }

  function add({
    level,
    message,
    time: at,
  }: {
    level: TunnelLogLine['level'];
    message: string;
    time: string | null;
  }) {
    tail.add({ level, message, time: at ?? new Date(time.now()).toISOString() });
  }

  function exited(exit: ProgramExit): void {
    ended = exit;
    if (program !== null) tellExit(exit);
  }

  function tellExit(exit: ProgramExit): void {
    const { reason, obstacle } = exitMeaning(exit, order.mode, tail.lines);
    finish(reason, obstacle);
  }

  function finish(reason: string, obstacle: Obstacle | null): void {
    over.abort();
    cancelPoll?.();
    readiness = null;
    connectorId = null;
    dispatch({ type: 'exited', reason, obstacle });
  }

  function poll(): void {
    if (isPolling || over.signal.aborted) return;
    isPolling = true;
    cancelPoll?.();
    void ask().finally(() => {
      isPolling = false;
      if (over.signal.aborted) return;
      dispatch({ type: 'polled', readiness, hostname, misrouting: misrouting() });
      if (over.signal.aborted) return;
      cancelPoll = time.after(readiness === null ? ASK_MS.waiting : ASK_MS.standing, poll);
    });
  }

  async function ask(): Promise<void> {
    if (origin === null) return;
    if (order.mode === 'quick_tunnel') hostname ??= await metrics.readQuickHostname(origin);
    readiness = await metrics.readReadiness(origin);
    connectorId = readiness?.connectorId ?? connectorId;
    if (order.mode === 'named_tunnel' && isIngressOld && readiness !== null) {
      ingress = await metrics.readIngress(origin);
      isIngressOld = ingress === null;
    }
  }

  function misrouting(): Obstacle | null {
    if (order.mode !== 'named_tunnel' || ingress === null) return null;
    return ingressProblem(ingress, order);
  }

  async function probe(): Promise<void> {
    const { instanceId } = options;
    const target = { publicUrl: `https://${hostname ?? ''}`, instanceId, port: order.port };
    const cause = hostname === null ? null : await options.probe(target, over.signal);
    if (!over.signal.aborted) dispatch({ type: 'probed', cause });
  }

  return {
    get connectorId() {
      return connectorId;
    },
    get ingress() {
      return ingress;
    },
    start() {
      starting = start();
    },
    poll,
    probe: () => void probe(),
    kill: () => program?.kill(),
    async stop() {
      over.abort();
      cancelPoll?.();
      await starting;
      await program?.stop();
    },
  };
}
