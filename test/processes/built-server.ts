import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Builds what packages ship, into `dist/`. */
export async function buildServer(): Promise<void> {
  await promisify(execFile)(process.execPath, ['scripts/build.js'], { cwd: root });
}

export interface BuiltServer {
  url: string;
  /** Opens the app at this machine, once. */
  launchAddress: string;
  stop(): Promise<void>;
}

/** Starts the built program as a person would, and waits until it says that it is ready. */
export async function startBuiltServer(folder: string): Promise<BuiltServer> {
  const child = spawn(
    process.execPath,
    ['dist/commonplace.js', 'serve', '--data', folder, '--port', '0', '--json'],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, COMMONPLACE_LOG_LEVEL: 'silent' },
    },
  );
  const line = await new Promise<string>((resolve) => {
    createInterface({ input: child.stdout }).once('line', resolve);
  });
  const { public: url, local: launchAddress } = JSON.parse(line) as { public: string; local: string };
  return {
    url,
    launchAddress,
    async stop() {
      child.kill();
      await once(child, 'exit');
    },
  };
}
