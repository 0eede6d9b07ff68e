import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { ShippedProgram } from './bill-of-materials.ts';
import { TARGET } from './stage.ts';

/** Version and checksums of the tunnel's program, as `scripts/fetch-cloudflared.js` fetches it. */
const PINNED = fileURLToPath(new URL('../../assets/cloudflared.json', import.meta.url));

interface Pinned {
  version: string;
  /** By system, such as `linux-x64`. */
  programs: Record<string, { sha256?: string }>;
}

async function readPinned(file = PINNED): Promise<Pinned> {
  return JSON.parse(await readFile(file, 'utf8')) as Pinned;
}

/** The checksum of the tunnel's program for this system, in hexadecimal; undefined when none is pinned. */
export async function pinnedChecksum(file?: string): Promise<string | undefined> {
  return (await readPinned(file)).programs[TARGET]?.sha256;
}

/** The programs that are shipped as they are, for the bill of materials. */
export async function tunnelProgram(): Promise<ShippedProgram> {
  const { version } = await readPinned();
  const sha256 = await pinnedChecksum();
  return { name: 'cloudflared', version, ...(sha256 !== undefined && { sha256 }) };
}
