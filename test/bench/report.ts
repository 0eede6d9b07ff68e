import { writeFileSync } from 'node:fs';
import { cpus, platform, release } from 'node:os';
import { fileURLToPath } from 'node:url';

/** One goal with what was measured. */
export interface Finding {
  goal: string;
  target: string;
  measured: string;
  isMet: boolean;
  /** How it was measured, and the absolute figures behind the ratio. */
  detail: string;
}

export interface Suite {
  name: string;
  title: string;
  run(): Promise<Finding[]>;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

export function ratio(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : 1)}×`;
}

export function milliseconds(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : 0)} ms`;
}

export function printFindings(title: string, findings: readonly Finding[]): void {
  process.stdout.write(`\n${title}\n`);
  for (const finding of findings) {
    const mark = finding.isMet ? 'met   ' : 'MISSED';
    process.stdout.write(
      `  ${mark} ${finding.goal}: ${finding.measured} (goal ${finding.target})\n         ${finding.detail}\n`,
    );
  }
}

/** Writes `docs/benchmarks.md`. Ratios are within one run; absolute figures are of the machine that it names. */
export function writeReport(sections: readonly { title: string; findings: readonly Finding[] }[]): void {
  const [cpu] = cpus();
  const machine = `${cpus().length} × ${cpu?.model.trim() ?? 'unknown processor'}, ${platform()} ${release()}, Node ${process.versions.node}`;
  const lines = [
    '# Benchmarks',
    '',
    'Written by `npm run bench`. Each figure is a ratio against a named peer measured in the same run, because',
    'absolute times belong to one machine and one moment. Search is switched off where the text says so.',
    '',
    `Machine: ${machine}. Date: ${new Date().toISOString().slice(0, 10)}.`,
  ];
  for (const { title, findings } of sections) {
    lines.push(
      '',
      `## ${title}`,
      '',
      '| Goal | Target | Measured | Met | How |',
      '| --- | --- | --- | --- | --- |',
    );
    for (const { goal, target, measured, isMet, detail } of findings) {
      lines.push(`| ${goal} | ${target} | ${measured} | ${isMet ? 'yes' : '**no**'} | ${detail} |`);
    }
  }
  const path = fileURLToPath(new URL('../../docs/benchmarks.md', import.meta.url));
  writeFileSync(path, `${lines.join('\n')}\n`);
}
