import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { buildProgram } from '../../server/faces/cli/program.ts';
import { readRepositoryFile } from './pages.ts';

const program = await buildProgram([]);
const { scripts } = JSON.parse(await readRepositoryFile('package.json')) as { scripts: object };

/** Our commands in the boxes of a page, however they are run there. */
function commandLines(page: string): string[] {
  const boxes = [...page.matchAll(/```sh\n(.*?)```/gs)].flatMap(([, box = '']) => box.split('\n'));
  return boxes
    .map((line) => /^(?:docker compose .*? (?:exec|run --rm) commonplace |)(?:commonplace )?(.*)$/.exec(line))
    .filter((found) => found !== null)
    .filter(([line]) => /^(?:docker compose .* (?:exec|run)|commonplace )/.test(line))
    .map(([, words = '']) => words);
}

/** The command that the first words name, as deep as they lead, and the rest. */
function resolve(parent: Command, words: readonly string[]): { command: Command; rest: readonly string[] } {
  const [first = '', ...rest] = words;
  const next = parent.commands.find((command) => command.name() === first);
  return next ? resolve(next, rest) : { command: parent, rest: words };
}

describe('docs/home-server.md', async () => {
  const page = await readRepositoryFile('docs/home-server.md');

  it.each(commandLines(page))('names a command with options that there are: %s', (line) => {
    const { command, rest } = resolve(program, line.split(' '));
    expect(command).not.toBe(program);
    const known = new Set(command.options.map(({ long }) => long));
    for (const option of rest.filter((word) => word.startsWith('--'))) expect(known).toContain(option);
  });

  it('shows commands at all', () => expect(commandLines(page).length).toBeGreaterThan(5));

  it.each(['packaging/docker/compose.yaml', 'packaging/systemd/commonplace.service'])(
    'leads to files that there are: %s',
    async (path) => {
      expect(page).toContain(path.replace('packaging/systemd/', ''));
      expect(await readRepositoryFile(path)).not.toBe('');
    },
  );
});

describe('docs/release-checklist.md', async () => {
  const page = await readRepositoryFile('docs/release-checklist.md');

  it('names scripts that there are', () => {
    const named = [...page.matchAll(/npm run ([\w:-]+)/g)].map(([, script = '']) => script);
    expect(named.length).toBeGreaterThan(3);
    for (const script of named) expect(scripts).toHaveProperty([script]);
  });

  it('names every secret that the workflow takes, and no other', async () => {
    const workflow = await readRepositoryFile('.github/workflows/release.yml');
    const taken = [...workflow.matchAll(/secrets\.([A-Z_]+)/g)].map(([, secret = '']) => secret);
    const named = [...page.matchAll(/`((?:MAC|NOTARY|WINDOWS)_[A-Z_]+)`/g)].map(([, secret = '']) => secret);
    expect(named.toSorted()).toEqual(taken.toSorted());
  });
});
