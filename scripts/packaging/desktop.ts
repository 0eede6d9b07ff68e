import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, Platform, type CliOptions, type Configuration } from 'electron-builder';
import { parse } from 'yaml';
import {
  filesOfArchive,
  problemsOfFiles,
  problemsOfTexts,
  problemsOfTunnelProgram,
  refuse,
} from './check.ts';
import { problemsOfFuses } from './fuses.ts';
import { stage, type StageOptions } from './stage.ts';
import { pinnedChecksum } from './tunnel-program.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

export interface DesktopPackageOptions extends Pick<StageOptions, 'dist' | 'repository'> {
  /** Folder for what comes out. */
  output: string;
  /** Other forms than those of electron-builder.yml; `dir` is only the folder that installers install. */
  forms?: string[];
  /** Where the programs beside ours are. */
  programs?: string;
  /** File with the checksums that are pinned for them. */
  checksums?: string;
  /** Folder of another Electron than the installed one: a stand-in. */
  electronDist?: string;
}

/**
 * Packs the built project for this machine's system, in the forms of electron-builder.yml, and checks the result.
 *
 * @returns the folder that installers install
 * @throws {Error} when the package lacks something, naming all of it
 */
export async function packageDesktop(options: DesktopPackageOptions): Promise<string> {
  const { output, dist, repository = null, forms = [], programs, checksums, electronDist } = options;
  const staged = await stage({
    kind: 'desktop',
    folder: join(output, 'staged'),
    dist,
    repository,
    ...(programs !== undefined && { programs }),
  });
  const sha256 = await pinnedChecksum(checksums);
  let unpacked = output;
  await build({
    projectDir: root,
    publish: 'never',
    targets: Platform.current().createTarget(forms),
    config: {
      ...signing(),
      ...maintainer(repository),
      directories: { app: staged.app, output },
      extraResources: [{ from: staged.resources, to: '.' }],
      ...(electronDist !== undefined && { electronDist }),
      // What is staged is complete: nothing is to be installed, rebuilt or collected.
      beforeBuild: () => Promise.resolve(false),
      // Before fuses and signatures, which change the programs that have a checksum.
      async afterPack({ appOutDir, packager }) {
        unpacked = appOutDir;
        refuse(await problemsOfPackage(packager.getResourcesDir(appOutDir), sha256));
      },
    },
  } satisfies CliOptions);
  refuse(await problemsOfFuses(programIn(unpacked), await wantedFuses()));
  return unpacked;
}

/**
 * Everything that is wrong with a packed program before it is signed; one sentence each.
 *
 * @param resources folder of the archive
 * @param sha256 the checksum that is pinned for the tunnel's program
 */
export async function problemsOfPackage(resources: string, sha256: string | undefined): Promise<string[]> {
  return [
    ...(await problemsOfFiles(filesOfArchive(join(resources, 'app.asar')), 'desktop')),
    ...(await problemsOfTexts(resources)),
    ...(await problemsOfTunnelProgram(join(resources, 'bin'), sha256)),
  ];
}

async function wantedFuses(): Promise<Record<string, boolean>> {
  const text = await readFile(join(root, 'electron-builder.yml'), 'utf8');
  return (parse(text) as { electronFuses: Record<string, boolean> }).electronFuses;
}

/** Apple's hardened runtime refuses libraries without a team's signature: what nobody signs cannot have it. */
function signing(): Configuration {
  const isSigned = process.env['CSC_LINK'] !== undefined || process.env['CSC_NAME'] !== undefined;
  return isSigned ? {} : { mac: { identity: '-', hardenedRuntime: false, notarize: false } };
}

/** Debian wants somebody to write to: the account that publishes, at the address that GitHub keeps for it. */
function maintainer(repository: string | null): Configuration {
  if (repository === null) return {};
  const [owner] = repository.split('/');
  return {
    linux: { maintainer: `The Commonplace authors <${owner}@users.noreply.github.com>` },
  };
}

/** The file that the fuses are in. */
function programIn(folder: string): string {
  if (process.platform === 'darwin') return join(folder, 'Commonplace.app');
  return join(folder, process.platform === 'win32' ? 'Commonplace.exe' : 'commonplace');
}
