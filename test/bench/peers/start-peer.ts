import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

export interface Peer {
  url: string;
  stop(): Promise<void>;
}

export type PeerName = 'append-and-flush' | 'bare-koa' | 'read-all-files' | 'sdk-example';

export interface PeerProgram {
  /** Starts the peer in a process of its own, hands it what it needs on standard input, and waits for its address. */
  start(input: string): Promise<Peer>;
  remove(): Promise<void>;
}

/** Makes one file of plain JavaScript of a peer: our built program starts without stripping types, so must it. */
export async function buildPeer(name: PeerName): Promise<PeerProgram> {
  const folder = await mkdtemp(join(tmpdir(), `commonplace-bench-${name}-`));
  const program = join(folder, 'peer.mjs');
  const bundle = await rolldown({
    input: fileURLToPath(new URL(`${name}.ts`, import.meta.url)),
    platform: 'node',
    // Koa's depd uses eval for names in stack traces; it is not our code to change.
    checks: { eval: false },
  });
  await bundle.write({ file: program, format: 'esm' });
  await bundle.close();
  return { start: (input) => startProgram(program, input), remove: () => rm(folder, { recursive: true }) };
}

/** A peer that is started once; its program goes with it. */
export async function startPeer(name: PeerName, input: string): Promise<Peer> {
  const program = await buildPeer(name);
  const peer = await program.start(input);
  return {
    url: peer.url,
    async stop() {
      await peer.stop();
      await program.remove();
    },
  };
}

async function startProgram(program: string, input: string): Promise<Peer> {
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(input);
  const url = await new Promise<string>((resolve) => {
    createInterface({ input: child.stdout }).once('line', resolve);
  });
  return {
    url,
    async stop() {
      child.kill();
      await once(child, 'exit');
    },
  };
}
