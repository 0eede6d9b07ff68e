import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe-core finds wrong with a page as it is shown now. The page's own policy stays as it is. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  await page.evaluate(SOURCE);
  const { violations } = await page.evaluate<AxeResults>('axe.run(document)');
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
