import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ShippedPackage } from './shipped-packages.ts';

const RULE = '='.repeat(80);

const HEAD = `Commonplace contains software of others. Each part is named below with its licence.
The tunnel program cloudflared (Apache License 2.0) lies beside Commonplace as a program of its own, with its
licence next to it; Electron and Chromium bring theirs in LICENSE.electron.txt and LICENSES.chromium.html.`;

/** The text that goes with every package: whose work is part of it, under which terms. */
export async function thirdPartyNotices(packages: readonly ShippedPackage[]): Promise<string> {
  const notices = await Promise.all(packages.map(noticeOf));
  return `${[HEAD, ...notices].join(`\n\n${RULE}\n\n`)}\n`;
}

async function noticeOf({ name, version, license, folder }: ShippedPackage): Promise<string> {
  const texts = await licenseTexts(folder);
  return [`${name} ${version} (${license})`, ...texts].join('\n\n');
}

/** Licence and notice files at the top of a package; of a package without, the name of its licence must do. */
async function licenseTexts(folder: string): Promise<string[]> {
  const names = (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isFile() && /^(?:licen[cs]e|copying|notice)/i.test(entry.name))
    .map((entry) => entry.name)
    .toSorted();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return texts.map((text) => text.replaceAll('\r\n', '\n').trim());
}
