import type { ShippedPackage } from './shipped-packages.ts';

/** A program that is shipped as it is, beside our own. */
export interface ShippedProgram {
  name: string;
  version: string;
  sha256?: string;
}

/**
 * The software bill of materials in the form of CycloneDX 1.6 (security C3): what people install, part by part, so
 * that somebody who hears of a flaw can look up whether it concerns them.
 */
export function billOfMaterials(
  { name, version }: { name: string; version: string },
  packages: readonly ShippedPackage[],
  programs: readonly ShippedProgram[],
): object {
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: { type: 'application', 'bom-ref': packageUrl(name, version), name, version },
    },
    components: [...packages.map(libraryOf), ...programs.map(applicationOf)],
  };
}

/** As the purl specification writes an npm package; the `@` of a scope is escaped. */
function packageUrl(name: string, version: string): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

function libraryOf({ name, version, license, integrity = '' }: ShippedPackage): object {
  const sha512 = /^sha512-(.+)$/.exec(integrity)?.[1];
  return {
    type: 'library',
    'bom-ref': packageUrl(name, version),
    name,
    version,
    purl: packageUrl(name, version),
    licenses: [licenseOf(license)],
    ...(sha512 !== undefined && {
      hashes: [{ alg: 'SHA-512', content: Buffer.from(sha512, 'base64').toString('hex') }],
    }),
  };
}

/** One identifier of SPDX, an expression of several, or words that are neither. */
function licenseOf(license: string): object {
  if (/\s(?:OR|AND|WITH)\s/.test(license)) return { expression: license };
  return { license: license === 'unknown' ? { name: license } : { id: license } };
}

function applicationOf({ name, version, sha256 }: ShippedProgram): object {
  return {
    type: 'application',
    'bom-ref': `${name}@${version}`,
    name,
    version,
    ...(sha256 !== undefined && { hashes: [{ alg: 'SHA-256', content: sha256 }] }),
  };
}
