import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The program, for tests that start it on their own. */
export const INSPECTOR = fileURLToPath(
  new URL(
    '../../node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js',
    import.meta.url,
  ),
);

export type Era = 'legacy' | 'auto' | 'modern';

export interface InspectorRun {
  exitCode: number;
  /** Of `--format json`: `{ result }`. */
  output: { result?: Record<string, unknown> };
  /** Problems of tool schemas under `--strict`, or why a call failed. */
  remarks: string;
}

export interface Inspector {
  /** Lists the tools, and checks their schemas with `--strict`. */
  listTools(era: Era): Promise<InspectorRun>;
  callTool(era: Era, name: string, input: object): Promise<InspectorRun>;
  remove(): Promise<void>;
}

/** The official Inspector's command line with a home of its own, connected with a token. */
export async function createInspector(url: URL, token: string): Promise<Inspector> {
  const home = await mkdtemp(join(tmpdir(), 'commonplace-inspector-'));
  const env = { PATH: process.env['PATH'], HOME: home, MCP_INSPECTOR_SECRET_STORE: 'memory' };
  const inspect = (era: Era, words: readonly string[]): Promise<InspectorRun> => {
    const target = ['--cli', url.href, '--transport', 'http', '--protocol-era', era, '--format', 'json'];
    const all = [INSPECTOR, ...target, '--header', `Authorization: Bearer ${token}`, ...words];
    return new Promise((resolve, reject) => {
      execFile(process.execPath, all, { env }, (error, stdout, stderr) => {
        if (error && typeof error.code !== 'number') reject(error);
        else resolve({ exitCode: Number(error?.code ?? 0), output: parsed(stdout), remarks: stderr });
      });
    });
  };
  return {
    listTools: (era) => inspect(era, ['--method', 'tools/list', '--strict']),
    callTool: (era, name, input) =>
      inspect(era, [
        '--method',
        'tools/call',
        '--tool-name',
        name,
        '--tool-args-json',
        JSON.stringify(input),
      ]),
    remove: () => rm(home, { recursive: true }),
  };
}

function parsed(stdout: string): InspectorRun['output'] {
  return stdout === '' ? {} : JSON.parse(stdout);
}
