import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { billOfMaterials, type ShippedProgram } from './packaging/bill-of-materials.ts';
import { sha256Of } from './packaging/check.ts';
import { repositoryFor } from './packaging/repository.ts';
import { packageServer } from './packaging/server.ts';
import { shippedPackages } from './packaging/shipped-packages.ts';
import { TARGET } from './packaging/stage.ts';
import { tunnelProgram } from './packaging/tunnel-program.ts';

/**
 * `npm run package`: builds everything and makes what people install on a system like this one, in `release/`.
 *
 *   --dir             only the folder that an installer would install
 *   --server          instead of the desktop program the server without a window: a folder and an archive
 *   --release         for others to install: refused where nothing says where they come from
 *   --without-tunnel  with --server: leaves cloudflared out
 */
const { values: flags } = parseArgs({
  options: {
    dir: { type: 'boolean', default: false },
    release: { type: 'boolean', default: false },
    server: { type: 'boolean', default: false },
    'without-tunnel': { type: 'boolean', default: false },
  },
});

const root = fileURLToPath(new URL('../', import.meta.url));
const release = join(root, 'release');
const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
  name: string;
  version: string;
};
const { name, version } = manifest;
const repository = repositoryFor({ manifest, environment: process.env, isRelease: flags.release });

await mkdir(release, { recursive: true });
run('scripts/build.js');
await (flags.server ? makeServer() : makeDesktop());
await writeChecksums();
if (repository === null)
  process.stdout.write(
    'A trial: it names no repository, so it cannot notice newer versions. For others, use --release.\n',
  );
process.stdout.write(`Packed and checked: ${release}\n`);

function run(script: string): void {
  const { status } = spawnSync(process.execPath, [join(root, script)], { stdio: 'inherit', cwd: root });
  if (status !== 0) process.exit(status ?? 1);
}

async function makeDesktop(): Promise<void> {
  run('scripts/build-desktop.js');
  // It takes a second to load, and a server does without.
  const { packageDesktop } = await import('./packaging/desktop.ts');
  await packageDesktop({ output: release, repository, ...(flags.dir && { forms: ['dir'] }) });
  await writeBillOfMaterials(name, [await tunnelProgram(), await electronProgram()]);
}

async function makeServer(): Promise<void> {
  const hasTunnel = !flags['without-tunnel'];
  const folder = await packageServer({
    folder: join(release, 'server'),
    repository,
    ...(!hasTunnel && { programs: null }),
  });
  const archive = `${name}-server-${version}-${TARGET}.tar.gz`;
  // Relative names: on Windows some of the programs called tar take a drive's letter for another computer.
  execFileSync('tar', ['-czf', archive, '-C', relative(release, folder), '.'], { cwd: release });
  await writeBillOfMaterials(`${name}-server`, hasTunnel ? [await tunnelProgram()] : []);
}

async function electronProgram(): Promise<ShippedProgram> {
  const text = await readFile(join(root, 'node_modules/electron/package.json'), 'utf8');
  return { name: 'electron', version: (JSON.parse(text) as { version: string }).version };
}

async function writeBillOfMaterials(product: string, programs: readonly ShippedProgram[]): Promise<void> {
  const bill = billOfMaterials({ name: product, version }, await shippedPackages(root), programs);
  const file = join(release, `${product}-${version}-${TARGET}.cdx.json`);
  await writeFile(file, `${JSON.stringify(bill, null, 2)}\n`);
}

/** For everything that is offered for download, in the form that `sha256sum --check` reads. */
async function writeChecksums(): Promise<void> {
  const offered = /\.(?:dmg|zip|exe|AppImage|deb|tar\.gz|cdx\.json)$/;
  const names = (await readdir(release)).filter((file) => offered.test(file)).toSorted();
  const lines = await Promise.all(
    names.map(async (file) => `${await sha256Of(join(release, file))}  ${file}\n`),
  );
  await writeFile(join(release, `SHA256SUMS-${TARGET}.txt`), lines.join(''));
}
