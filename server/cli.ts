import { runCommandLine } from './faces/cli/run.ts';

await runCommandLine(process.argv.slice(2));
