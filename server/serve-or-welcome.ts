import { readdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { usernameSchema } from './domain/user.ts';
import { configOf } from './faces/cli/command.ts';
import { runCommandLine } from './faces/cli/run.ts';
import { shellWord } from './shell-word.ts';

const words = process.argv.slice(2);
const folder = emptyDataFolder(words);
if (folder === undefined) await runCommandLine(['serve', ...words]);
else process.stdout.write(welcome(folder, words));

/** The data folder, when there is nothing in it yet. Nothing is made before somebody asks for it. */
function emptyDataFolder(args: string[]): string | undefined {
  const { values } = parseArgs({ args, options: { data: { type: 'string' } }, strict: false });
  const { dataFolder } = configOf({ data: values.data });
  try {
    return readdirSync(dataFolder).length === 0 ? dataFolder : undefined;
  } catch {
    return dataFolder;
  }
}

function welcome(dataFolder: string, args: string[]): string {
  const own = usernameSchema.safeParse(userInfo().username.toLowerCase());
  const data = args.some((word) => word === '--data' || word.startsWith('--data='))
    ? ` --data ${shellWord(dataFolder)}`
    : '';
  return [
    'Welcome to Commonplace. There is no workspace yet. Make one, then start again:',
    '',
    `  npx commonplace init --username ${own.success ? own.data : 'NAME'} --sample${data}`,
    `  npm start${data === '' ? '' : ` --${data}`}`,
    '',
    `It will live in ${dataFolder}; --data DIR chooses another folder.`,
    '',
  ].join('\n');
}
