import { runCommandLine } from './faces/cli/run.ts';

void runCommandLine(process.argv.slice(2));
