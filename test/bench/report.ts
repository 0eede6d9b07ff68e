import { readFileSync, writeFileSync } from 'node:fs';
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

const REPORT = fileURLToPath(new URL('../../docs/benchmarks.md', import.meta.url));
const HEAD = `# Benchmarks

Written by \`npm run bench\`. Each figure is a ratio against a named peer measured in the same run, because absolute
times belong to one machine and one moment. Search is switched off where the text says so.
`;
const SECTION = '\n## ';

/**
 * Writes sections of `docs/benchmarks.md`, each with its day and machine. Ratios are within one run.
 *
 * @param options `keepsOthers`: sections of suites that did not run stay as they are
 */
export function writeReport(
  sections: readonly { title: string; findings: readonly Finding[] }[],
  { keepsOthers }: { keepsOthers: boolean },
): void {
  const written = keepsOthers ? sectionsOf(readFileSync(REPORT, 'utf8')) : new Map<string, string>();
  for (const { title, findings } of sections) written.set(title, bodyOf(findings));
  const text = [...written].map(([title, body]) => `${SECTION}${title}\n${body}`);
  writeFileSync(REPORT, `${HEAD}${text.join('')}`);
}

function sectionsOf(report: string): Map<string, string> {
  const [, ...sections] = report.split(SECTION);
  return new Map(
    sections.map((section) => {
      const end = section.indexOf('\n');
      return [section.slice(0, end), section.slice(end + 1)];
    }),
  );
}

function bodyOf(findings: readonly Finding[]): string {
  const [cpu] = cpus();
  const machine = `${cpus().length} × ${cpu?.model.trim() ?? 'unknown processor'}, ${platform()} ${release()}, Node ${process.versions.node}`;
  const rows = findings.map(
    ({ goal, target, measured, isMet, detail }) =>
      `| ${goal} | ${target} | ${measured} | ${isMet ? 'yes' : '**no**'} | ${detail} |\n`,
  );
  return `
Measured on ${new Date().toISOString().slice(0, 10)}: ${machine}.

| Goal | Target | Measured | Met | How |
| --- | --- | --- | --- | --- |
${rows.join('')}`;
}
