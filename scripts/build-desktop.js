import { mkdir, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.js';

/**
 * Builds the desktop app into `dist/`, or the folder that is named, beside the built server whose workers it starts:
 * `npm run build` comes first. Electron is told to run `main/index.js` there; the program itself lies beside the
 * workers, because it looks for them, and for pages and pictures, from where it lies.
 */
const [, , folder = fileURLToPath(new URL('../dist/', import.meta.url))] = process.argv;
const dist = resolve(folder);

const ENTRY = `'use strict';
require('../desktop.js');
`;

await mkdir(`${dist}/main`, { recursive: true });
await Promise.all([
  bundle({ dir: dist, input: { desktop: 'main/index.ts' }, external: ['electron'] }),
  // The page's sandbox runs one file, and knows no modules (Electron, "Process Sandboxing").
  bundle({
    dir: `${dist}/main`,
    input: { preload: 'main/preload.ts' },
    external: ['electron'],
    extension: 'cjs',
  }),
]);
await writeFile(`${dist}/main/index.js`, ENTRY);
process.stdout.write(`Built ${dist}/main/index.js\n`);
