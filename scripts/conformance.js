import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { supportedNode } from './supported-node.js';

/**
 * The official MCP conformance suites against the connector and the authorization server, scenario by scenario;
 * `npm test` has them too.
 */
const root = fileURLToPath(new URL('../', import.meta.url));
const { status } = spawnSync(
  supportedNode(),
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    'test/conformance',
    'test/oauth/clients/conformance',
    '--reporter=verbose',
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: 'inherit' },
);
process.exit(status ?? 1);
