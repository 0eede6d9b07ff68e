import { spawnSync } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { supportedNode } from './supported-node.js';

/** Everything that must be green before a change lands, cheapest first. */
const STEPS = [
  ['types', 'typescript/bin/tsc', '--noEmit'],
  ['types of the pages', 'typescript/bin/tsc', '--noEmit', '--project', 'renderer'],
  ['types of the upload page', 'typescript/bin/tsc', '--noEmit', '--project', 'assets/upload'],
  ['format', 'oxfmt/bin/oxfmt', '--check', '.'],
  ['lint', 'oxlint/bin/oxlint', '--type-aware', '--deny-warnings'],
  ['tests', 'vitest/vitest.mjs', 'run', ...process.argv.slice(2)],
];

const node = supportedNode();
const modules = fileURLToPath(new URL('../node_modules/', import.meta.url));
const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env['PATH'] ?? ''}` };

for (const [name, program, ...args] of STEPS) {
  process.stdout.write(`\n— ${name}\n`);
  const { status } = spawnSync(node, [`${modules}${program}`, ...args], { stdio: 'inherit', env });
  if (status !== 0) {
    process.stderr.write(`\n${name}: failed\n`);
    process.exit(status ?? 1);
  }
}
