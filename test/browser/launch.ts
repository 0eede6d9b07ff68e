import { spawn } from 'node:child_process';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { chromium, type Browser } from 'playwright-core';

/** Where installations put a browser. */
const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

interface Program {
  path: string;
  /** Libraries that the machine may lack. */
  libraries?: string;
}

/**
 * Starts Chromium: the one that `CHROME_PATH` names, an installed one, or the one inside of the package
 * `@sparticuz/chromium` (design §10). Whoever starts it closes it.
 *
 * @param flags further ones of Chromium
 */
export async function launchBrowser(flags: readonly string[] = []): Promise<Browser> {
  const program = await findProgram();
  const args = ['--no-sandbox', '--disable-dev-shm-usage', '--force-color-profile=srgb', ...flags];
  const launch = (libraries?: string) =>
    chromium.launch({
      executablePath: program.path,
      args,
      ...(libraries === undefined
        ? {}
        : { env: { ...withoutUndefined(process.env), LD_LIBRARY_PATH: libraries } }),
    });
  try {
    return await launch();
  } catch (error) {
    if (program.libraries === undefined) throw error;
    return launch(program.libraries);
  }
}

async function findProgram(): Promise<Program> {
  const named = process.env['CHROME_PATH'];
  const installed = [named, ...INSTALLED].find((path) => path !== undefined && existsSync(path));
  return installed === undefined ? unpackProgram() : { path: installed };
}

/** Unpacks the package's browser once for each of its versions; of several processes that do it, one comes first. */
async function unpackProgram(): Promise<Program> {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const packed = join(dirname(entry), '..', 'bin');
  const { version }: { version: string } = createRequire(import.meta.url)(
    join(dirname(entry), '..', 'package.json'),
  );
  const folder = join(tmpdir(), `commonplace-chromium-${version}`);
  const program = { path: join(folder, 'chromium'), libraries: join(folder, 'lib') };
  if (existsSync(folder)) return program;
  const unfinished = await mkdtemp(`${folder}-`);
  await decompress(join(packed, 'chromium.br'), join(unfinished, 'chromium'));
  await chmod(join(unfinished, 'chromium'), 0o755);
  for (const archive of ['al2023.tar.br', 'fonts.tar.br', 'swiftshader.tar.br'])
    await unpack(join(packed, archive), unfinished);
  await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true, force: true }));
  return program;
}

function decompress(from: string, to: string): Promise<void> {
  return pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(to));
}

async function unpack(archive: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const tar = spawn('tar', ['-x', '-C', folder], { stdio: ['pipe', 'inherit', 'inherit'] });
  const ended = new Promise<void>((resolve, reject) => {
    tar.once('error', reject);
    tar.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`tar ended with ${code} on ${archive}`)),
    );
  });
  await Promise.all([pipeline(createReadStream(archive), createBrotliDecompress(), tar.stdin), ended]);
}

function withoutUndefined(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
