import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../server/config.ts';
import { settingsSchema } from '../../server/domain/settings-schema.ts';
import { EXIT } from '../../server/faces/cli/exit-code.ts';
import { buildProgram } from '../../server/faces/cli/program.ts';
import { readRepositoryFile, sectionOf, tableRows } from './pages.ts';

const page = await readRepositoryFile('docs/command-line.md');
const section = (name: string) => sectionOf(page, `## ${name}`);

interface DocumentedCommand {
  /** What one types behind `commonplace`. */
  words: string;
  /** Heading that it is documented under. */
  heading: string;
  options: string[];
}

/** Every command that does something, with those below it in place of one that only groups them. */
function commandsOf(parent: Command, above: readonly string[] = []): DocumentedCommand[] {
  return parent.commands.flatMap((command) => {
    const path = [...above, command.name()];
    if (command.commands.length > 0) return commandsOf(command, path);
    const options = command.options.map(({ long, flags }) => long ?? flags);
    return [{ words: path.join(' '), heading: path[0] ?? '', options }];
  });
}

const commands = commandsOf(await buildProgram([]));
const COMMON = 'Every command';
const COMMON_OPTIONS = new Set(['--data', '--json']);

describe('docs/command-line.md', () => {
  it.each(commands)('has an example of: commonplace $words', ({ words, heading }) => {
    expect(section(heading)).toContain(`npx commonplace ${words}`);
  });

  it.each(commands.flatMap(({ options, ...rest }) => options.map((option) => ({ ...rest, option }))))(
    'documents the option $option of $words',
    ({ heading, option }) => {
      const where = section(COMMON_OPTIONS.has(option) ? COMMON : heading);
      expect(where).toMatch(new RegExp(`${option}\\b`));
    },
  );

  it('documents every exit code', () => {
    const codes = tableRows(section(COMMON)).flatMap(([code = '']) =>
      /^\d$/.test(code) ? [Number(code)] : [],
    );
    expect(codes).toEqual(Object.values(EXIT));
  });

  it('documents every setting, and no other', () => {
    const [, ...settings] = tableRows(section('settings')).map(([name = '']) => name.replaceAll('`', ''));
    expect(settings.filter((name) => !name.startsWith('-'))).toEqual(Object.keys(settingsSchema.shape));
  });

  it('documents every environment variable, and no other', async () => {
    const source = await readRepositoryFile('server/config.ts');
    const keys = [...source.matchAll(/ read(?:<[^>]+>)?\('([a-z-]+)'/g)].map(([, key = '']) => key);
    const variables = keys.map((key) => `COMMONPLACE_${key.toUpperCase().replaceAll('-', '_')}`);
    const rows = tableRows(section('Environment variables')).map(([name = '']) => name.replaceAll('`', ''));
    expect(rows.filter((name) => name.startsWith('COMMONPLACE_'))).toEqual(variables);
  });

  it('documents the default port', () => {
    const { port } = parseConfig({ flags: {}, env: {}, platform: 'linux', home: '/home/ada' });
    expect(section('serve')).toContain(`default ${port};`);
  });
});
