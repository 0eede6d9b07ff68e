import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** What a child offers: named functions whose arguments and results are plain data. */
export type Methods = Record<string, (...parameters: never[]) => unknown>;

export interface Child<Offered extends Methods> {
  call<Name extends keyof Offered & string>(
    name: Name,
    ...parameters: Parameters<Offered[Name]>
  ): Promise<Awaited<ReturnType<Offered[Name]>>>;
  stop(): Promise<void>;
}

interface Call {
  name: string;
  parameters: never[];
}

interface Answer {
  result?: unknown;
  error?: string;
}

/**
 * Starts a program of the benchmark in a process of its own, so that neither memory nor what the compiler has
 * learned is shared with what it is compared with. One call at a time.
 */
export function startChild<Offered extends Methods>(
  program: URL,
  { parameters = [], flags = [] }: { parameters?: readonly string[]; flags?: readonly string[] } = {},
): Child<Offered> {
  const child = fork(fileURLToPath(program), parameters, {
    execArgv: ['--disable-warning=ExperimentalWarning', ...flags],
    serialization: 'advanced',
  });
  const ended = once(child, 'exit');
  return {
    async call<Name extends keyof Offered & string>(
      name: Name,
      ...values: Parameters<Offered[Name]>
    ): Promise<Awaited<ReturnType<Offered[Name]>>> {
      const call: Call = { name, parameters: values };
      child.send(call);
      const reply = await Promise.race([once(child, 'message'), ended.then(() => null)]);
      if (!reply) throw new Error(`${parameters.join(' ')} ended during ${name}.`);
      const [{ result, error }] = reply as [Answer];
      if (error !== undefined) throw new Error(`${parameters.join(' ')}, ${name}: ${error}`);
      return result as Awaited<ReturnType<Offered[Name]>>;
    },
    async stop() {
      if (child.connected) child.disconnect();
      if (child.exitCode === null && child.signalCode === null) {
        child.kill();
        await ended;
      }
    },
  };
}

/** The child's side: answers calls until the parent goes. */
export function answerParent(methods: Methods): void {
  process.on('message', (message) => {
    void answer(methods, message as Call).then((reply) => process.send?.(reply));
  });
  process.once('disconnect', () => process.exit(0));
}

async function answer(methods: Methods, { name, parameters }: Call): Promise<Answer> {
  try {
    return { result: await methods[name]?.(...parameters) };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
