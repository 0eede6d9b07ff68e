import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../oauth/clients/free-port.ts';
import { stepsOf } from './markdown-blocks.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** What a clone has and the session needs; the packages are those of this repository. */
const CLONED = ['package.json', 'README.md', 'LICENSE', 'bin', 'scripts', 'server', 'assets', 'docs'];
const LIMIT_MS = 300_000;

const page = await readFile(join(ROOT, 'docs/quickstart.md'), 'utf8');
const [install, ...steps] = stepsOf(page);

/** What differs from run to run; everything else of an answer is as printed. */
const VARYING: [RegExp, string][] = [
  [/\b(doc|cr|tok)_[0-9a-z]{12}\b/g, '$1_ID'],
  [/\d{4}-\d{2}-\d{2} \d{2}:\d{2}/g, 'TIME'],
  [/127\.0\.0\.1:\d+/g, 'ADDRESS'],
  [/"pid":\d+/g, '"pid":PID'],
  [/ticket=cpl_lt_[0-9A-Za-z]+…?/g, 'ticket=TICKET'],
  [/\b\d+ (pages|files|audit entries)\b/g, 'COUNT $1'],
  [/^\d+ +TIME/g, 'NUMBER TIME'],
  [/ +/g, ' '],
];

function withoutVarying(line: string): string {
  let text = line.trimEnd();
  for (const [pattern, name] of VARYING) text = text.replace(pattern, name);
  return text;
}

/** `…` stands for anything, also within a line. */
function fits(printed: string, line: string): boolean {
  const parts = withoutVarying(printed).split('…');
  const pattern = parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('.*');
  return new RegExp(`^${pattern}$`).test(withoutVarying(line));
}

/** The printed lines that the output does not have, in this order. Terminals may say more in between. */
function missingLines(printed: readonly string[], output: string): string[] {
  const lines = output.split('\n');
  let at = 0;
  return printed.filter((wanted) => {
    if (wanted === '…') return false;
    const found = lines.findIndex((line, index) => index >= at && fits(wanted, line));
    at = found + 1;
    return found === -1;
  });
}

/** Runs all steps in one shell, as a reader does. Returns what each of them wrote to the terminal. */
async function runSession(folder: string): Promise<string[]> {
  const mark = (index: number) => `printf '\\n@@@ step ${index} @@@\\n'`;
  const script = steps.flatMap(({ commands }, index) => [mark(index), commands.text]).join('\n');
  const shell = spawn('bash', ['-e', '-o', 'pipefail', '-c', `${script}\n${mark(steps.length)}`], {
    cwd: folder,
    // A busy port is the one thing that the page lets a reader change.
    env: { ...process.env, COMMONPLACE_PORT: String(await freePort()), COMMONPLACE_DATA: undefined },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  await once(shell, 'exit');
  endWhatIsLeft(shell.pid);
  return output.split(/\n@@@ step \d+ @@@\n/).slice(1);
}

/** A session that stopped half way leaves its server in the background. */
function endWhatIsLeft(group: number | undefined): void {
  try {
    if (group !== undefined) process.kill(-group, 'SIGKILL');
  } catch {
    // Nothing is left, as it should be.
  }
}

describe('docs/quickstart.md: every command works as printed, in a clean clone', () => {
  let clone: string;
  let outputs: string[];

  beforeAll(async () => {
    clone = await mkdtemp(join(tmpdir(), 'commonplace-quickstart-'));
    for (const name of CLONED) await cp(join(ROOT, name), join(clone, name), { recursive: true });
    await symlink(join(ROOT, 'node_modules'), join(clone, 'node_modules'));
    outputs = await runSession(clone);
  }, LIMIT_MS);

  afterAll(() => rm(clone, { recursive: true, force: true }));

  it('begins with the installation, which the packages at hand stand in for', () => {
    expect(install?.commands.text).toBe('npm ci\n');
  });

  it.each(steps.map((step, index) => ({ ...step, index, line: step.commands.line })))(
    'line $line',
    ({ answer, index }) => {
      const output = outputs[index] ?? '';
      // The shell stops at the first command that fails, so a step that ended is followed by another mark.
      expect(outputs.length, `the session stopped here:\n${outputs.at(-1)}`).toBeGreaterThan(index + 1);
      expect(missingLines(answer, output), `the output was:\n${output}`).toEqual([]);
    },
  );
});
