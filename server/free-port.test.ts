import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from './free-port.ts';

const HOST = '127.0.0.1';

/** Another program at a free port of its choice. */
async function occupied(): Promise<number> {
  const other = createServer().listen(0, HOST);
  onTestFinished(() => void other.close());
  await new Promise((resolve) => other.once('listening', resolve));
  const address = other.address();
  return typeof address === 'object' && address ? address.port : 0;
}

describe('“Port taken: pick the next free one and say so”', () => {
  const settled = { port: false, host: false };

  it('given another program has the port of the settings, picks one above it', async () => {
    const port = await occupied();
    const picked = await freePort({ host: HOST, port, localPort: 0, given: settled });
    expect(picked).toBeGreaterThan(port);
    expect(picked).toBeLessThanOrEqual(port + 20);
  });

  it('never picks the one that is kept for the local listener', async () => {
    const port = await occupied();
    const next = await freePort({ host: HOST, port, localPort: 0, given: settled });
    expect(await freePort({ host: HOST, port, localPort: next, given: settled })).toBeGreaterThan(next);
  });

  it('given the port was named at the start, keeps it: whoever named it is to know', async () => {
    const port = await occupied();
    expect(await freePort({ host: HOST, port, localPort: 0, given: { port: true, host: false } })).toBe(port);
  });
});
