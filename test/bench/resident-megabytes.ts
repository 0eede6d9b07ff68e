import { readFileSync } from 'node:fs';

/** Resident memory of a process with all its threads, in MB: `VmRSS` of /proc. */
export function residentMegabytes(pid: number | 'self'): number {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1000;
}
