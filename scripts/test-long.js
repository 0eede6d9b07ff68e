import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { supportedNode } from './supported-node.js';

/** The tests that take minutes or hours, one after the other: `npm run test:long [-- FILE …]`. */
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
const args = ['run', '--config', 'vitest.long.config.ts', ...process.argv.slice(2)];
const { status } = spawnSync(supportedNode(), [vitest, ...args], { stdio: 'inherit' });
process.exit(status ?? 1);
