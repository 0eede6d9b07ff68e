import { glob, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildProgram } from './faces/cli/program.ts';

const SERVER = fileURLToPath(new URL('.', import.meta.url));
/** The one file that says how the program is called. */
const COMMAND_NAME = 'command-name.ts';

interface Hint {
  path: string;
  command: string;
}

/** The words after a name of the program, in all messages of the server. */
async function commandsAfter(name: string): Promise<Hint[]> {
  const found: Hint[] = [];
  for await (const path of glob('**/*.ts', { cwd: SERVER })) {
    if (path.endsWith('.test.ts') || path === COMMAND_NAME) continue;
    const source = await readFile(`${SERVER}${path}`, 'utf8');
    const strings = source.replaceAll(/^\s*(?:\/\*\*|\*|\/\/).*$/gm, '');
    for (const [, command = ''] of strings.matchAll(new RegExp(`${name}([a-z]+(?:-[a-z]+)*)\\b`, 'g')))
      found.push({ path, command });
  }
  return found;
}

describe('every command that a message names', () => {
  let known: Set<string>;
  beforeAll(async () => {
    known = new Set((await buildProgram([])).commands.map((command) => command.name()));
  });

  it.each([
    ['with the name of the program', String.raw`\$\{COMMAND\} `, 40],
    ['without it, where the program may not be asked how it is called', 'the command `', 5],
  ])('exists: %s', async (_how, name, atLeast) => {
    const named = await commandsAfter(name);
    expect(named.length).toBeGreaterThan(atLeast);
    expect(named.filter(({ command }) => !known.has(command))).toEqual([]);
  });

  it('is written as it is typed where the program runs, which one file knows', async () => {
    const named = await commandsAfter(String.raw`\b(?:npx )?commonplace `);
    expect(named.filter(({ command }) => known.has(command))).toEqual([]);
    expect(await commandsAfter('npx ')).toEqual([]);
  });
});
