import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below those that systems hand out by themselves: nobody else is given one before it is used. */
const FIRST = 20_000;
const COUNT = 10_000;

/** A port of this machine that nobody listens on, for a program that wants to be told which one to take. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + randomInt(COUNT);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
