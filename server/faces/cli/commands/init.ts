import type { Command } from 'commander';
import { COMMAND } from '../../../command-name.ts';
import { addSampleSpace } from '../../../operations/workspace/add-sample.ts';
import { initializeWorkspace } from '../../../operations/workspace/initialize.ts';
import { parseInput } from '../../../operations/perform.ts';
import { createLogger } from '../../../log.ts';
import { nodeFileSystem } from '../../../storage/node-file-system.ts';
import { addCommand, configOf, inSameFolder } from '../command.ts';
import { openForSetup } from '../folder-connection.ts';
import { createOutput, remarkLeftRestores } from '../output.ts';
import { readPassword } from '../password-input.ts';

interface InitOptions {
  data?: string;
  json?: boolean;
  username: string;
  name?: string;
  passwordStdin?: boolean;
  workspace?: string;
  sample?: boolean;
}

export function addInitCommand(program: Command): void {
  addCommand(program, 'init', 'set up a new workspace and its owner')
    .requiredOption('--username <username>', 'of the owner')
    .option('--name <name>', 'of the owner, as people see it')
    .option('--password-stdin', 'read the owner’s password from standard input')
    .option('--workspace <title>', 'name of the workspace')
    .option('--sample', 'add a sample space with three short pages')
    .action(initialize);
}

async function initialize(options: InitOptions): Promise<void> {
  const config = configOf({ ...options });
  const input = parseInput(initializeWorkspace.input, {
    username: options.username,
    name: options.name,
    password: options.passwordStdin ? await readPassword() : undefined,
    workspace_name: options.workspace,
  });
  const connection = await openForSetup(config);
  try {
    const { user, space } = await connection.asSystem(initializeWorkspace, input);
    const sample = options.sample ? await connection.run(addSampleSpace, {}) : undefined;
    const spaces = sample ? [space, sample.space] : [space];
    const answer = { folder: config.dataFolder, owner: user.username, spaces };
    const output = createOutput(options.json === true);
    remarkLeftRestores(output, await tidyAfterRestores(config.dataFolder));
    output.answer(answer, () => welcome(answer, options));
  } finally {
    await connection.close();
  }
}

/** Whoever begins anew after a restore that was killed will not do it again, which would tidy up. */
async function tidyAfterRestores(folder: string): Promise<string[]> {
  const { removeStagingsOf } = await import('../../../storage/backup/restore-staging.ts');
  return removeStagingsOf({ fileSystem: nodeFileSystem, log: createLogger('silent') }, folder);
}

function welcome(
  { folder, owner, spaces }: { folder: string; owner: string; spaces: string[] },
  { data }: InitOptions,
): string {
  const where = inSameFolder(data);
  return [
    `The workspace is ready in ${folder}. ${owner} owns it; spaces: ${spaces.join(', ')}.`,
    '',
    'Next:',
    `  ${COMMAND} import FOLDER --space ${spaces[0] ?? 'notes'}${where}`,
    `  ${COMMAND} token create --user ${owner} --name "my first token"${where}`,
    `  ${COMMAND} serve${where}`,
  ].join('\n');
}
