import type { Command } from 'commander';
import { settingsUpdateSchema, type SettingKey, type Settings } from '../../../domain/settings.ts';
import { readSettings } from '../../../operations/settings/read.ts';
import { updateSettings } from '../../../operations/settings/update.ts';
import { addCommand, onWorkspace, type CommandContext } from '../command.ts';
import { UsageError } from '../exit-code.ts';
import { formatTable } from '../table.ts';

export function addSettingsCommands(program: Command): void {
  const settings = program.command('settings').description('settings of the workspace');
  addCommand(settings, 'get [key]', 'show one setting or all').action(onWorkspace(get));
  addCommand(settings, 'set <key> <value>', 'change a setting').action(onWorkspace(set));
}

async function get({ connection, output }: CommandContext, key: string | undefined): Promise<void> {
  const name = key === undefined ? undefined : settingKey(key);
  const settings = await connection.run(readSettings, {});
  if (name !== undefined) output.answer({ [name]: settings[name] }, asWords(settings[name]));
  else
    output.answer(settings, () =>
      formatTable(['setting', 'value', 'meaning'], Object.entries(settings).map(row)),
    );
}

function row([key, value]: [string, Settings[SettingKey]]): string[] {
  return [
    key,
    asWords(value),
    settingsUpdateSchema.shape[settingKey(key)].description ?? meaning(settingKey(key)),
  ];
}

/** The description stands on the inner schema when a field is optional. */
function meaning(key: SettingKey): string {
  return settingsUpdateSchema.shape[key].unwrap().description ?? '';
}

async function set({ connection, output }: CommandContext, key: string, text: string): Promise<void> {
  const name = settingKey(key);
  const settings = await connection.run(updateSettings, { [name]: valueOf(name, text) });
  output.answer({ [name]: settings[name] }, `${name} is now ${asWords(settings[name])}.`);
}

function settingKey(key: string): SettingKey {
  const keys = settingsUpdateSchema.keyof().options;
  const known = keys.find((candidate) => candidate === key);
  if (known === undefined)
    throw new UsageError(`There is no setting “${key}”. Settings: ${keys.join(', ')}.`);
  return known;
}

const SWITCH: Record<string, boolean> = {
  on: true,
  true: true,
  yes: true,
  off: false,
  false: false,
  no: false,
};

/** What a person types as the text, number or switch that the setting is; how large it may be says the operation. */
function valueOf(key: SettingKey, text: string): unknown {
  const schema = settingsUpdateSchema.shape[key];
  if (schema.safeParse(true).success) {
    const value = SWITCH[text.toLowerCase()];
    if (value === undefined) throw new UsageError(`${key} must be on or off, not “${text}”.`);
    return value;
  }
  const takesNumbers = schema.safeParse(1).success;
  return takesNumbers && /^-?\d+(?:\.\d+)?$/.test(text.trim()) ? Number(text) : text;
}

function asWords(value: Settings[SettingKey]): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return value === '' ? '-' : String(value);
}
