import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { TARGET, type Kind } from '../../scripts/packaging/stage.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);

/** What packaging starts from: the project as built, and stand-ins for what is fetched from elsewhere. */
export interface PackagingWorld {
  /** Everything below lies in it, and what tests put there. */
  folder: string;
  /** The built program. */
  dist: string;
  /** In place of Electron: one file with the fuses of a fresh Electron. */
  electronDist: string;
  /** In place of the programs beside ours. */
  programs: string;
  /** The checksums that are pinned for those. */
  checksums: string;
  /** The checksum of the stand-in for cloudflared. */
  sha256: string;
  /** In place of the program that makes Debian packages: keeps what it was told. */
  fpm: { program: string; words: string; desktopEntry: string };
  remove(): Promise<void>;
}

/** Builds the program into a folder of its own; other tests build theirs at the same time. */
export async function preparePackaging(kind: Kind): Promise<PackagingWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'commonplace-packaging-'));
  const dist = join(folder, 'dist');
  const electronDist = join(folder, 'electron');
  const programs = join(folder, 'programs');
  const checksums = join(folder, 'cloudflared.json');
  await run(process.execPath, ['scripts/build.js', dist], { cwd: root });
  if (kind === 'desktop') await run(process.execPath, ['scripts/build-desktop.js', dist], { cwd: root });
  await makeElectron(electronDist);
  const fpm = await makePackageMaker(folder);
  const sha256 = await makePrograms(join(programs, TARGET));
  await writeFile(checksums, JSON.stringify({ version: '2026.9.3', programs: { [TARGET]: { sha256 } } }));
  return {
    folder,
    dist,
    electronDist,
    programs,
    checksums,
    sha256,
    fpm,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** What a program's fuses begin with, so that tools find them (Electron, "Electron Fuses"). */
const FUSE_SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

/** As Electron comes: it can be used as Node, takes NODE_OPTIONS and inspector arguments, and checks no archive. */
const FRESH_FUSES = '101100011';

async function makeElectron(folder: string): Promise<void> {
  await mkdir(folder);
  const wire = Buffer.concat([
    Buffer.from(FUSE_SENTINEL),
    Buffer.from([1, FRESH_FUSES.length]),
    Buffer.from(FRESH_FUSES),
  ]);
  await writeFile(join(folder, 'electron'), wire, { mode: 0o755 });
}

async function makePackageMaker(folder: string): Promise<PackagingWorld['fpm']> {
  const [program, words, desktopEntry] = ['fpm', 'fpm-words', 'fpm-desktop-entry'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  const script = `#!/bin/sh
for word in "$@"; do
  printf '%s\\n' "$word" >> '${words}'
  case "$word" in *.desktop=*) cp "\${word%%=*}" '${desktopEntry}' ;; esac
  [ "$before" = --package ] && : > "$word"
  before="$word"
done
exit 0
`;
  await writeFile(program, script, { mode: 0o755 });
  return { program, words, desktopEntry };
}

async function makePrograms(folder: string): Promise<string> {
  const program = '#!/bin/sh\necho "cloudflared version 2026.9.3 (a stand-in)"\n';
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'cloudflared'), program, { mode: 0o755 });
  await writeFile(join(folder, 'LICENSE.cloudflared.txt'), 'Apache License, Version 2.0\n');
  return createHash('sha256').update(program).digest('hex');
}
