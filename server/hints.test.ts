import { glob, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { buildProgram } from './faces/cli/program.ts';

const SERVER = fileURLToPath(new URL('.', import.meta.url));

/** A hint that names a command which is not there helps nobody. */
it('every command that a message names exists, and is written as it is typed', async () => {
  const program = await buildProgram([]);
  const known = new Set(program.commands.map((command) => command.name()));
  const named: { path: string; npx: string | undefined; command: string }[] = [];
  for await (const path of glob('**/*.ts', { cwd: SERVER })) {
    if (path.endsWith('.test.ts')) continue;
    const source = await readFile(`${SERVER}${path}`, 'utf8');
    const strings = source.replaceAll(/^\s*(?:\/\*\*|\*|\/\/).*$/gm, '');
    for (const [, npx, command = ''] of strings.matchAll(/(npx )?\bcommonplace ([a-z]+(?:-[a-z]+)*)\b/g))
      named.push({ path, npx, command });
  }
  expect(named.length).toBeGreaterThan(10);
  for (const found of named) {
    expect(known, `${found.path} names the command ${found.command}`).toContain(found.command);
    expect(found.npx, `${found.path} names the command ${found.command} without npx`).toBe('npx ');
  }
});
