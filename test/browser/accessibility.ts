import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  help: string;
  nodes: { html: string }[];
}

/** What axe-core finds wrong with a page as it stands, one line each; nothing of it is passed over. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  const { violations }: { violations: Violation[] } = await page.evaluate(`${AXE}; axe.run()`);
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' ')}`,
  );
}
