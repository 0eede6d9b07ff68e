import { runCommandLine } from './faces/cli/run.ts';

// `npm start` without the desktop app: serves the workspace, or the page that makes one.
await runCommandLine(['serve', ...process.argv.slice(2)]);
