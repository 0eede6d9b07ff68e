import { ingressProblem, type IngressRule } from '../domain/ingress.ts';
import type { Logger } from '../log.ts';
import type { TunnelLogLine, TunnelOrder } from '../tunnel-ports.ts';
import type { Protocol } from './command-line.ts';
import { exitMeaning } from './exit-words.ts';
import type { Launch, LaunchedProgram } from './launcher.ts';
import type { LogTail } from './log-tail.ts';
import type { Obstacle } from './obstacle.ts';
import type { Probe } from './probe.ts';
import { readProgramLine, type ProgramNews } from './program-line.ts';
import type { ProgramExit } from './program-process.ts';
import { createQuestions, type Metrics } from './program-questions.ts';
import type { Time } from '../time.ts';
import type { TunnelEvent } from './tunnel-machine.ts';

export interface RunPorts {
  launch: Launch;
  metrics: Metrics;
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
  const { order, tail, time, dispatch } = options;
  const over = new AbortController();
  let starting = Promise.resolve();
  let program: LaunchedProgram | null = null;
  let ended: ProgramExit | null = null;
  const questions = createQuestions({ mode: order.mode, metrics: options.metrics, time, onRound: tellRound });
  const early: ProgramNews[] = [];

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
    // It may have spoken, and even ended, before we knew that it had begun.
    for (const news of early) dispatch({ type: 'told', news });
    if (ended !== null) tellExit(ended);
    else questions.ask();
  }

  function hear(text: string): void {
    const line = readProgramLine(text);
    add(line);
    if (line.news === null) return;
    if (line.news.news === 'metrics') questions.answersAt(line.news.origin);
    if (line.news.news === 'configured') questions.forgetIngress();
    if (program === null) {
      early.push(line.news);
      return;
    }
    dispatch({ type: 'told', news: line.news });
    questions.ask();
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
    questions.stop();
    dispatch({ type: 'exited', reason, obstacle });
  }

  function tellRound(): void {
    const { readiness } = questions;
    dispatch({ type: 'polled', readiness, hostname: hostname(), misrouting: misrouting() });
  }

  function hostname(): string | null {
    return order.mode === 'named_tunnel' ? order.hostname : questions.hostname;
  }

  function misrouting(): Obstacle | null {
    if (order.mode !== 'named_tunnel' || questions.ingress === null) return null;
    return ingressProblem(questions.ingress, order);
  }

  async function probe(): Promise<void> {
    const name = hostname();
    const target = { publicUrl: `https://${name ?? ''}`, instanceId: options.instanceId, port: order.port };
    const cause = name === null ? null : await options.probe(target, over.signal);
    if (!over.signal.aborted) dispatch({ type: 'probed', cause });
  }

  return {
    get connectorId() {
      return ended === null ? questions.connectorId : null;
    },
    get ingress() {
      return questions.ingress;
    },
    start() {
      starting = start();
    },
    poll: questions.ask,
    probe: () => void probe(),
    kill: () => program?.kill(),
    async stop() {
      over.abort();
      questions.stop();
      await starting;
      await program?.stop();
    },
  };
}
