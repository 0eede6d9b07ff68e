import { homedir } from 'node:os';
import type { Command } from 'commander';
import { shellWord } from '../../shell-word.ts';
import { parseConfig, type Config } from '../../config.ts';
import { connect } from './connect.ts';
import type { Connection } from './connection.ts';
import { createOutput, remarkDamage, type Output } from './output.ts';

/** What a command works with: the workspace, and where its answers go. */
export interface CommandContext {
  connection: Connection;
  output: Output;
}

type Options = Record<string, unknown>;

/**
 * Adds a command with the options that every command takes (design §7).
 *
 * @param usage name and arguments, e.g. `add <slug>`.
 * @param options `isDefault`: it is meant where the parent's name is followed by none of its commands.
 */
export function addCommand(
  parent: Command,
  usage: string,
  description: string,
  { isDefault = false } = {},
): Command {
  return parent
    .command(usage, { isDefault })
    .description(description)
    .option('--data <dir>', 'folder of the workspace')
    .option('--json', 'answer in JSON, one line');
}

/**
 * The action of a command that runs operations: connects, runs, closes.
 *
 * @param run gets the arguments as commander gives them, one string an argument, then the options.
 */
export function onWorkspace<Arguments extends unknown[]>(
  run: (context: CommandContext, ...given: Arguments) => Promise<void>,
) {
  return async function (this: Command, ...given: Arguments): Promise<void> {
    const options: Options = this.opts();
    const output = createOutput(options['json'] === true);
    const connection = await connect(configOf(options));
    try {
      remarkDamage(output, connection.damage);
      await run({ connection, output }, ...given);
    } finally {
      await connection.close();
    }
  };
}

/** The option that leads a command which a person copies to the same folder; empty when they gave none. */
export function inSameFolder(data: string | undefined): string {
  return data === undefined ? '' : ` --data ${shellWord(data)}`;
}

/** The configuration that a command's options and the environment give. */
export function configOf(options: Options): Config {
  const flags = Object.fromEntries(
    Object.entries(options).map(([name, value]) => [
      toFlag(name),
      typeof value === 'string' ? value : undefined,
    ]),
  );
  return parseConfig({ flags, env: process.env, platform: process.platform, home: homedir() });
}

/** `localPort` → `local-port`: commander's spelling back to the flag's. */
function toFlag(option: string): string {
  return option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
