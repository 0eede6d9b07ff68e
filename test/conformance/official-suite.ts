import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** The official conformance suite in a release, and the revisions of the protocol that it checks servers for. */
export interface OfficialSuite {
  release: string;
  program: string;
  revisions: readonly string[];
}

function programOf(packageName: string): string {
  return fileURLToPath(new URL(`../../node_modules/${packageName}/dist/index.js`, import.meta.url));
}

export const suites: readonly OfficialSuite[] = [
  {
    release: '0.2.0-alpha.12',
    program: programOf('@modelcontextprotocol/conformance'),
    revisions: ['2025-06-18', '2025-11-25', '2026-07-28'],
  },
  {
    release: '0.1.16',
    program: programOf('conformance-2025'),
    revisions: ['2025-06-18', '2025-11-25'],
  },
];

/** For each scenario that ran, the checks that did not succeed: failed, warned about or skipped. */
export type Deviations = Record<string, string[]>;

interface Ended {
  output: string;
  exitCode: number;
}

/** The suite ends with 1 when a scenario fails; anything else that is not 0 is a fault of the run. */
function run({ program }: OfficialSuite, words: readonly string[]): Promise<Ended> {
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [program, ...words],
      { maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        if (error && error.code !== 1)
          reject(new Error(`${words.join(' ')}\n${stdout}${stderr}`, { cause: error }));
        else resolve({ output: stdout, exitCode: error ? 1 : 0 });
      },
    );
  });
}

/** Names and tags of what the suite says that it has for servers. */
export async function listScenarios(suite: OfficialSuite): Promise<{ name: string; tags: string[] }[]> {
  const { output } = await run(suite, ['list', '--server']);
  return [...output.matchAll(/^ {2}- (\S+) \[(.*)\]$/gm)].map(([, name = '', tags = '']) => ({
    name,
    tags: tags.split(','),
  }));
}

/** Runs every scenario of a revision against a server. */
export async function runScenarios(suite: OfficialSuite, revision: string, url: string): Promise<Deviations> {
  const folder = await mkdtemp(join(tmpdir(), 'commonplace-conformance-'));
  try {
    await run(suite, ['server', '--url', url, '--suite', 'all', '--spec-version', revision, '-o', folder]);
    const results = await Promise.all(
      (await readdir(folder)).map(async (name) => {
        const checks = checksSchema.parse(
          JSON.parse(await readFile(join(folder, name, 'checks.json'), 'utf8')),
        );
        return [scenarioOf(name), deviationsOf(checks)] as const;
      }),
    );
    return Object.fromEntries(results);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const checksSchema = z.array(
  z.object({ id: z.string(), status: z.enum(['SUCCESS', 'INFO', 'FAILURE', 'WARNING', 'SKIPPED']) }),
);

/** Of every message on the wire, whatever the scenario is about. */
const WIRE_SCHEMA = 'wire-schema-valid';

function deviationsOf(checks: z.output<typeof checksSchema>): string[] {
  const deviating = checks.filter(({ status }) => status !== 'SUCCESS' && status !== 'INFO');
  const hasChecked = checks.some(({ id, status }) => id !== WIRE_SCHEMA && status !== 'INFO');
  const ids = deviating.map(({ id }) => id);
  return hasChecked ? [...new Set(ids)].toSorted() : [...ids, 'nothing-checked'];
}

/** A result's folder is named `server-SCENARIO-TIME`. */
function scenarioOf(folder: string): string {
  return folder.replace(/^server-/, '').replace(/-\d{4}-\d{2}-\d{2}T[\d-]+Z$/, '');
}
