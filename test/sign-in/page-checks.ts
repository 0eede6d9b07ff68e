import type { Page } from 'playwright-core';
import { accessibilityProblems } from '../browser/accessibility.ts';

/** What is wider than the window, or smaller than a finger. */
const BAD_SIZES = `(() => {
  const problems = [];
  if (document.documentElement.scrollWidth > innerWidth) problems.push('wider than the window');
  for (const element of document.querySelectorAll('button, input:not([type=hidden], [type=radio]), a, label.choice')) {
    const { height } = element.getBoundingClientRect();
    if (height < 44) problems.push(element.outerHTML.slice(0, 80) + ' is ' + height + ' px high');
  }
  return problems;
})()`;

/** What is wrong with a page for somebody who uses a small window, a finger or a screen reader, in a few words each. */
export async function pageProblems(page: Page): Promise<string[]> {
  return [...(await accessibilityProblems(page)), ...(await page.evaluate<string[]>(BAD_SIZES))];
}
