import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { systemErrorCode } from '../../server/system-error.ts';

/** A package of somebody else that is part of what people install. */
export interface ShippedPackage {
  name: string;
  version: string;
  /** As its own package.json says. */
  license: string;
  /** Checksum of its archive, as the lockfile has it: `sha512-…`. */
  integrity?: string;
  folder: string;
}

/** An entry of `packages` in package-lock.json, as far as it matters here. */
interface LockEntry {
  license?: string;
  integrity?: string;
  optional?: boolean;
  peer?: boolean;
  devOptional?: boolean;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

/** Entries by their folder: '' is the project, others are `node_modules/…`. */
type Lock = Record<string, LockEntry>;

/**
 * The packages that are bundled into the server and the pages, with everything that they depend on, in order of their
 * names. Rather one too many than one too few: a bundler leaves out what is never called.
 *
 * @param root folder of the project
 */
export async function shippedPackages(root: string): Promise<ShippedPackage[]> {
  const lock = (JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as { packages: Lock })
    .packages;
  const { dependencies = {}, devDependencies = {} } = lock[''] ?? {};
  const imported = await importedBy(join(root, 'renderer'));
  const inPages = Object.keys(devDependencies).filter((name) => imported.has(name));
  const found = new Map<string, LockEntry>();
  for (const name of [...Object.keys(dependencies), ...inPages])
    addWithDependencies(found, lock, { from: '', name, isRequired: true });
  const packages = await Promise.all([...found].map(([place, entry]) => describe(join(root, place), entry)));
  return packages
    .filter((described) => described !== undefined)
    .toSorted((one, other) => compare(one.name, other.name) || compare(one.version, other.version));
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

/** The packages that the pages import: the bundler takes them in wherever package.json lists them. */
async function importedBy(folder: string): Promise<Set<string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sources = entries.filter((entry) => entry.isFile() && /(?<!\.test)\.(?:tsx?|css)$/.test(entry.name));
  const texts = await Promise.all(
    sources.map((entry) => readFile(join(entry.parentPath, entry.name), 'utf8')),
  );
  const specifiers = texts.flatMap((text) => [
    ...text.matchAll(/(?:from|import)\s*\(?\s*['"](@?[a-z][^'"\s]*)['"]/g),
  ]);
  return new Set(specifiers.map(([, specifier = '']) => packageOf(specifier)));
}

/** The package that `@scope/name/file` and `name/file` belong to. */
function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

interface Need {
  /** Folder of who needs it. */
  from: string;
  name: string;
  /** An optional one may be missing. */
  isRequired: boolean;
}

function addWithDependencies(found: Map<string, LockEntry>, lock: Lock, need: Need): void {
  // Descriptions of types are read by the compiler only.
  if (need.name.startsWith('@types/')) return;
  const place = placeOf(lock, need.from, need.name);
  const entry = place === undefined ? undefined : lock[place];
  if (place === undefined || entry === undefined) {
    if (need.isRequired) throw new Error(`${need.name} is needed, but not in package-lock.json.`);
    return;
  }
  if (found.has(place)) return;
  found.set(place, entry);
  for (const name of Object.keys(entry.dependencies ?? {}))
    addWithDependencies(found, lock, { from: place, name, isRequired: true });
  for (const name of Object.keys({ ...entry.optionalDependencies, ...entry.peerDependencies }))
    addWithDependencies(found, lock, { from: place, name, isRequired: false });
}

/** Where npm has put a dependency: in the folder of who needs it, or of one further out. */
function placeOf(lock: Lock, from: string, name: string): string | undefined {
  const place = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
  if (lock[place] !== undefined) return place;
  if (from === '') return undefined;
  const outer = from.lastIndexOf('/node_modules/');
  return placeOf(lock, outer === -1 ? '' : from.slice(0, outer), name);
}

/** Packages for other systems are in the lockfile, but not on this machine, and not in what it builds. */
async function describe(folder: string, entry: LockEntry): Promise<ShippedPackage | undefined> {
  const mayBeMissing = entry.optional === true || entry.peer === true || entry.devOptional === true;
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch((error: unknown) => {
    if (systemErrorCode(error) === 'ENOENT' && mayBeMissing) return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const { name, version, license, licenses } = JSON.parse(text) as Manifest;
  return {
    name,
    version,
    license: licenseWords(license ?? licenses) ?? entry.license ?? 'unknown',
    ...(entry.integrity !== undefined && { integrity: entry.integrity }),
    folder,
  };
}

/** Old packages name their licence as an object, or several of them. */
type License = string | { type: string };

interface Manifest {
  name: string;
  version: string;
  license?: License;
  licenses?: License[];
}

function licenseWords(license: License | License[] | undefined): string | undefined {
  if (license === undefined || typeof license === 'string') return license;
  return [license]
    .flat()
    .map((one) => (typeof one === 'string' ? one : one.type))
    .join(' OR ');
}
