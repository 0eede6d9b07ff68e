import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';

const entrySchema = z.strictObject({
  reason: z.string().min(40),
  revisions: z.array(z.string()).optional(),
  scenarios: z.array(z.string()).default([]),
  checks: z.record(z.string(), z.array(z.string())).default({}),
});

const fileSchema = z.strictObject({
  connector: z.array(entrySchema),
  mount: z.array(entrySchema),
  extensions: z.array(entrySchema),
});

const file = fileSchema.parse(
  parse(readFileSync(new URL('not-applicable.yaml', import.meta.url), 'utf8'), { merge: true }),
);

/** What a scenario may leave out: single checks by their ids, or everything. */
export type Exception = 'everything' | string[];

/** The exceptions for one of the two servers under test, by scenario. */
export function exceptionsOf(server: 'connector' | 'mount', revision: string): Map<string, Exception> {
  const exceptions = new Map<string, Exception>();
  for (const { revisions, scenarios, checks } of file[server]) {
    if (revisions && !revisions.includes(revision)) continue;
    for (const scenario of scenarios) exceptions.set(scenario, 'everything');
    for (const [scenario, ids] of Object.entries(checks)) exceptions.set(scenario, ids.toSorted());
  }
  return exceptions;
}

/** Scenarios of extensions, which no revision of the protocol demands. */
export function extensionScenarios(): string[] {
  return file.extensions.flatMap(({ scenarios }) => scenarios);
}

/** Every scenario that the file names. */
export function namedScenarios(): string[] {
  return Object.values(file)
    .flat()
    .flatMap(({ scenarios, checks }) => [...scenarios, ...Object.keys(checks)]);
}
