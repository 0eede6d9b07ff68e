import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface Peer {
  url: string;
  stop(): Promise<void>;
}

/** Starts a peer in a process of its own, hands it what it needs on standard input, and waits for its address. */
export async function startPeer(
  name: 'append-and-flush' | 'bare-koa' | 'read-all-files',
  input: string,
): Promise<Peer> {
  const program = fileURLToPath(new URL(`${name}.ts`, import.meta.url));
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(input);
  const url = await new Promise<string>((resolve) =>
    createInterface({ input: child.stdout }).once('line', resolve),
  );
  return {
    url,
    async stop() {
      child.kill();
      await once(child, 'exit');
    },
  };
}
