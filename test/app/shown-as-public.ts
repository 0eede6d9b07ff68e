import type { Page } from 'playwright-core';

/** Lets a page believe that the workspace is reached at another address than that of the test. */
export async function showAsPublic(page: Page, own: string, shown: string): Promise<void> {
  await page.route('**/app/call/workspace.address', async (route) => {
    const answer = await route.fetch();
    const json: unknown = JSON.parse((await answer.text()).replaceAll(own, shown));
    await route.fulfill({ json });
  });
}
