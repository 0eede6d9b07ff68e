import { dirname, relative, sep } from 'node:path';
import { timestamp, type Clock } from '../clock.ts';
import type { Logger } from '../log.ts';
import type { DamageReport } from '../ports.ts';
import { replaceFileDurably } from './durable-file.ts';
import { keyOfLoss } from './accepted-loss.ts';
import { errorCode, type FileSystem } from './file-system.ts';

/** What was found wrong with the data. Damaged files are kept for the owner, never deleted (security X6). */
export interface DamageLog {
  readonly reports: DamageReport[];
  /** Notes damage, once a file and problem. */
  report(path: string, finding: Omit<DamageReport, 'file'>): void;
  /** Drops what its owner has been told of and goes on without. */
  forget(isKnown: (report: DamageReport) => boolean): void;
  /** Moves a file or folder out of the way, to `<name>.corrupt-<time>`. Does nothing when it is not there. */
  setAside(path: string): Promise<void>;
  /** Like `setAside` for a file that is still needed: keeps a copy. */
  keepCopy(path: string): Promise<void>;
}

export function createDamageLog(options: {
  fileSystem: FileSystem;
  root: string;
  clock: Clock;
  log: Logger;
  /** Losses that the owner has accepted, by `keyOfLoss`: they are named, and stand in nobody's way. */
  accepted?: ReadonlySet<string>;
}): DamageLog {
  const { fileSystem, root, clock, log, accepted } = options;
  const reports: DamageReport[] = [];
  const asideName = (path: string) =>
    freeName(fileSystem, `${path}.corrupt-${timestamp(clock).replaceAll(/[:.]/g, '-')}`);
  const warn = (error: unknown, path: string) => {
    if (errorCode(error) !== 'ENOENT')
      log.error({ err: error, path }, 'A damaged file could not be set aside');
  };
  return {
    reports,
    report(path, finding) {
      const file = relative(root, path).split(sep).join('/');
      if (reports.some((known) => known.file === file && known.problem === finding.problem)) return;
      const isKnown = accepted?.has(keyOfLoss({ file, problem: finding.problem })) ?? false;
      const report = { file, ...finding, ...(isKnown && { action: 'its loss was accepted', lost: false }) };
      reports.push(report);
      log.error(report, 'The data is damaged');
    },
    forget(isKnown) {
      const others = reports.filter((report) => !isKnown(report));
      reports.splice(0, reports.length, ...others);
    },
    async setAside(path) {
      try {
        await fileSystem.rename(path, await asideName(path));
        await fileSystem.syncFolder(dirname(path));
      } catch (error) {
        warn(error, path);
      }
    },
    async keepCopy(path) {
      try {
        await replaceFileDurably(fileSystem, await asideName(path), await fileSystem.readFile(path));
      } catch (error) {
        warn(error, path);
      }
    },
  };
}

async function freeName(fileSystem: FileSystem, name: string): Promise<string> {
  let candidate = name;
  for (let count = 2; (await fileSystem.stat(candidate)) !== undefined; count += 1)
    candidate = `${name}-${count}`;
  return candidate;
}

/** One sentence on why a file cannot be used. */
export function describeProblem(error: unknown): string {
  const code = errorCode(error);
  if (code === 'ENOENT') return 'the file is missing';
  if (code === 'EISDIR') return 'there is a folder in its place';
  if (code !== '') return `the file cannot be read (${code})`;
  return error instanceof Error ? error.message : 'the file is damaged';
}
