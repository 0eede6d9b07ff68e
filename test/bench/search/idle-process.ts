import { monitorEventLoopDelay } from 'node:perf_hooks';
import { answerParent } from '../child-process.ts';

/** Does nothing but watch how late its own event loop is: what the machine does to everybody. */
const loop = monitorEventLoopDelay({ resolution: 1 });
loop.enable();

const methods = {
  late(): { p99: number; max: number } {
    const late = { p99: loop.percentile(99) / 1e6 - 1, max: loop.max / 1e6 - 1 };
    loop.reset();
    return late;
  },
};

export type IdleProcess = typeof methods;
answerParent(methods);
