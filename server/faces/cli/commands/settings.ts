import { Option, type Command } from 'commander';
import type { EmbeddingsProvider } from '../../../domain/embeddings.ts';
import type { SettingKey, Settings } from '../../../domain/settings.ts';
import { settingsUpdateSchema } from '../../../domain/settings-schema.ts';
import { readSettings } from '../../../operations/settings/read.ts';
import { setEmbeddingsKey } from '../../../operations/settings/set-embeddings-key.ts';
import { updateSettings } from '../../../operations/settings/update.ts';
import { addCommand, onWorkspace, type CommandContext } from '../command.ts';
import { UsageError } from '../exit-code.ts';
import { readSecret } from '../password-input.ts';
import { formatTable } from '../table.ts';

export function addSettingsCommands(program: Command): void {
  const settings = program.command('settings').description('settings of the workspace');
  addCommand(settings, 'get [key]', 'show one setting or all').action(onWorkspace(get));
  addCommand(settings, 'set <key> <value>', 'change a setting').action(onWorkspace(set));
  addCommand(settings, 'set-embeddings', 'set the provider that search by meaning asks')
    .addOption(
      new Option('--kind <kind>', 'protocol that it speaks')
        .choices(['openai', 'ollama'])
        .makeOptionMandatory(),
    )
    .requiredOption('--url <url>', 'its address, e.g. https://api.openai.com/v1 or http://127.0.0.1:11434')
    .requiredOption('--model <name>', 'the model that makes vectors')
    .option('--dimensions <count>', 'numbers a vector; otherwise what the model gives')
    .action(onWorkspace(setEmbeddings));
  addCommand(settings, 'set-embeddings-key', 'keep the key of that provider')
    .option('--stdin', 'read the key from standard input')
    .option('--remove', 'forget the key')
    .action(onWorkspace(setKey));
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

interface EmbeddingsOptions {
  kind: EmbeddingsProvider['kind'];
  url: string;
  model: string;
  dimensions?: string;
}

async function setEmbeddings(
  { connection, output }: CommandContext,
  options: EmbeddingsOptions,
): Promise<void> {
  const { kind, url, model } = options;
  const dimensions = options.dimensions === undefined ? null : countOf(options.dimensions);
  const { embeddings } = await connection.run(updateSettings, {
    embeddings: { kind, url, model, dimensions },
  });
  output.answer({ embeddings }, `embeddings is now ${asWords(embeddings)}.`);
  output.remark(
    'Texts of all documents, drafts too, are sent there from now on. To end it: settings set embeddings off',
  );
}

function countOf(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new UsageError(`--dimensions must be a number, not “${text}”.`);
  return Number(text);
}

async function setKey(
  { connection, output }: CommandContext,
  { stdin = false, remove = false }: { stdin?: boolean; remove?: boolean },
): Promise<void> {
  if (stdin === remove) throw new UsageError('Say either --stdin or --remove.');
  const key = remove ? null : await readSecret({ flag: '--stdin', name: 'key' });
  const { origin } = await connection.run(setEmbeddingsKey, { key });
  output.answer({ origin }, origin === null ? 'The key is removed.' : `The key is kept, for ${origin} only.`);
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
  if (key === 'embeddings' && text !== 'off') {
    throw new UsageError('embeddings is set to a provider with: settings set-embeddings --help');
  }
  if (schema.safeParse(true).success) {
    const value = SWITCH[text.toLowerCase()];
    if (value === undefined) throw new UsageError(`${key} must be on or off, not “${text}”.`);
    return value;
  }
  const isNumber = !schema.safeParse(text).success && /^-?\d+(?:\.\d+)?$/.test(text.trim());
  return isNumber ? Number(text) : text;
}

function asWords(value: Settings[SettingKey]): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'object') {
    const { kind, model, url, dimensions } = value;
    return `${model} at ${url} (${kind}${dimensions === null ? '' : `, ${dimensions} dimensions`})`;
  }
  return value === '' ? '-' : String(value);
}
