import { rm } from 'node:fs/promises';
import { it } from 'vitest';
import { folderConfig } from '../builders/folder.ts';
import { launchBrowser } from '../browser/launch.ts';
import { serveSetup } from '../../server/setup/serve-setup.ts';
import { accessibilityProblems } from './axe.ts';

it('drives', { timeout: 120_000 }, async () => {
  await rm('/tmp/s1d', { recursive: true, force: true });
  const setup = await serveSetup(folderConfig('/tmp/s1d', { search: 'lunr', 'log-level': 'warn' }));
  const browser = await launchBrowser();
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  context.setDefaultTimeout(10_000);
  const page = await context.newPage();
  page.on('console', (m) => { if (['error', 'warning'].includes(m.type())) console.log('CONSOLE', m.text()); });
  page.on('pageerror', (e) => console.log('PAGEERROR', e.message));
  const shoot = async (name: string) => {
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      for (const [w, h] of [[1280, 800], [390, 844]] as const) {
        await page.setViewportSize({ width: w, height: h });
        await page.waitForTimeout(250);
        await page.screenshot({ path: `/tmp/shots/first-run-${name}-${scheme}-${w}.png`, fullPage: true });
      }
      console.log(name, scheme, JSON.stringify(await accessibilityProblems(page)));
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  };
  try {
    await page.goto(setup.address);
    await page.getByRole('button', { name: 'Create workspace' }).waitFor();
    await shoot('1-welcome');
    await page.getByLabel('Your username').fill('Ada L');
    await page.getByRole('textbox', { name: 'Your password' }).fill('short');
    await page.getByRole('button', { name: 'Create workspace' }).click();
    await page.getByText('It must have at least 12 characters.').waitFor();
    await shoot('1-problem');
    await page.getByLabel('Your username').fill('ada');
    await page.getByRole('textbox', { name: 'Your password' }).fill('seven grey kettles sing');
    await page.getByRole('button', { name: 'Create workspace' }).click();
    for (const step of ['Where your pages live', 'Look around in sample pages', 'Where do you want to reach it from?', 'Does everything work?', 'Connect your assistant', 'Try it out']) {
      await page.getByRole('heading', { level: 1, name: step }).waitFor();
      if (step.startsWith('Look')) { await page.getByRole('button', { name: 'Add the sample pages' }).click(); await page.getByRole('link', { name: 'Welcome' }).waitFor(); }
      if (step.startsWith('Does')) await page.getByText(/Everything works|failed/).waitFor({ timeout: 60_000 });
      await shoot(step.toLowerCase().replace(/[^a-z]+/g, '-'));
      await page.getByRole('button', { name: 'Continue' }).click();
    }
    await page.getByText('Your workspace is ready').waitFor();
    await shoot('done');
    await page.goto(page.url().replace(/#.*/, '#/settings'));
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    await page.getByRole('heading', { name: 'This computer' }).waitFor();
    await shoot('settings');
    await page.goto(page.url().replace(/#.*/, '#/'));
    await page.getByText('Getting started').waitFor();
    await shoot('home');
  } catch (e) { await page.screenshot({ path: '/tmp/shots/first-run-failed.png', fullPage: true }); throw e; } finally {
    await browser.close();
    await (await Promise.race([setup.made, new Promise<undefined>((r) => setTimeout(r, 100, undefined))]))?.close();
  }
});
