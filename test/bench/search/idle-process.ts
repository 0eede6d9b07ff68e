import { answerParent } from '../child-process.ts';
import { watchLoop, type Lateness } from '../loop-watch.ts';

/** Does nothing but watch how late its own event loop is: what the machine does to everybody. */
const loop = watchLoop();
const methods = { late: (): Lateness => loop.take() };

export type IdleProcess = typeof methods;
answerParent(methods);
