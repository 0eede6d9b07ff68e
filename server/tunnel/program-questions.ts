import type { IngressRule } from '../domain/ingress.ts';
import type { TunnelOrder } from '../tunnel-ports.ts';
import type { Readiness } from './metrics.ts';
import type { Time } from '../time.ts';

/** How often the program is asked: sooner while somebody waits for the connection. */
const ASK_MS = { waiting: 500, standing: 1_500 };

/** How a running program is asked about itself. */
export interface Metrics {
  readReadiness(origin: string): Promise<Readiness | null>;
  readQuickHostname(origin: string): Promise<string | null>;
  readIngress(origin: string): Promise<IngressRule[] | null>;
}

export interface QuestionsOptions {
  mode: TunnelOrder['mode'];
  metrics: Metrics;
  time: Time;
  /** Called after every round, whatever it found. */
  onRound: () => void;
}

/** What is known of a program by asking it. */
export interface Questions {
  readonly readiness: Readiness | null;
  /** Of this process, from its first connection on. */
  readonly connectorId: string | null;
  /** Of a trial. */
  readonly hostname: string | null;
  readonly ingress: IngressRule[] | null;
  /** Where the program answers; before that there is nobody to ask. */
  answersAt(origin: string): void;
  /** The rules have changed: they are asked for again. */
  forgetIngress(): void;
  /** Asks now, and from then on again and again. */
  readonly ask: () => void;
  stop(): void;
}

/** Asks a running program again and again whether the tunnel stands, under which name, by which rules. */
export function createQuestions({ mode, metrics, time, onRound }: QuestionsOptions): Questions {
  let origin: string | null = null;
  let readiness: Readiness | null = null;
  let connectorId: string | null = null;
  let hostname: string | null = null;
  let ingress: IngressRule[] | null = null;
  let isIngressOld = true;
  let isAsking = false;
  let isOver = false;
  let cancelNext: (() => void) | null = null;

  async function askAll(at: string): Promise<void> {
    if (mode === 'quick_tunnel') hostname ??= await metrics.readQuickHostname(at);
    readiness = await metrics.readReadiness(at);
    connectorId = readiness?.connectorId ?? connectorId;
    if (mode === 'named_tunnel' && readiness !== null && isIngressOld) await askIngress(at);
  }

  async function askIngress(at: string): Promise<void> {
    // Before the question: rules that change meanwhile are asked for once more.
    isIngressOld = false;
    const rules = await metrics.readIngress(at);
    if (rules === null) isIngressOld = true;
    else ingress = rules;
  }

  async function round(): Promise<void> {
    isAsking = true;
    cancelNext?.();
    if (origin !== null) await askAll(origin);
    isAsking = false;
    if (isOver) return;
    cancelNext = time.after(readiness === null ? ASK_MS.waiting : ASK_MS.standing, ask);
    onRound();
  }

  function ask(): void {
    if (!isAsking && !isOver) void round();
  }

  return {
    get readiness() {
      return readiness;
    },
    get connectorId() {
      return connectorId;
    },
    get hostname() {
      return hostname;
    },
    get ingress() {
      return ingress;
    },
    answersAt(where) {
      origin = where;
    },
    forgetIngress() {
      isIngressOld = true;
    },
    ask,
    stop() {
      isOver = true;
      cancelNext?.();
    },
  };
}
