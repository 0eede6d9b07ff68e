import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDocument } from '../../server/operations/documents/create.ts';
import { openAppWorld, type AppPage, type AppWorld } from './app-world.ts';
import { CANARY, HOSTILE_DOCUMENTS } from './hostile-documents.ts';

/** For reading and showing one document, in seconds of the processor. */
const MOST_WORK = 1.5;

let world: AppWorld;
let app: AppPage;
/** Seconds for which the page's own thread has worked so far: what else the machine does is not counted. */
let work: () => Promise<number>;
const dialogs: string[] = [];
const navigations: string[] = [];
/** Requests that left the browser for another host. */
const sent: string[] = [];

beforeAll(async () => {
  world = await openAppWorld();
  app = await world.openLocal();
  const devtools = await app.page.context().newCDPSession(app.page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  work = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
  };
  const own = new URL(app.page.url()).origin;
  await app.page.route(/^https:|canary/, (route) => {
    sent.push(route.request().url());
    return route.abort();
  });
  app.page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  app.page.on('popup', (popup) => navigations.push(popup.url()));
  app.page.on('framenavigated', (frame) => {
    if (frame.url() !== 'about:blank' && new URL(frame.url()).origin !== own) navigations.push(frame.url());
  });
});
afterAll(() => world.close());

/** Everything in a text that leads somewhere or could run, and what should not be there at all. */
const INSPECT = `(() => {
  const text = document.querySelector('article');
  const addresses = [...text.querySelectorAll('[href], [src]')].map((e) => e.getAttribute('href') ?? e.getAttribute('src'));
  const isGood = (a) => /^(?:https?:|mailto:|#|\\.\\/attachments\\/|\\.\\/frames\\/|\\.\\/icon)/.test(a) || a.startsWith('/');
  const handlers = [...text.querySelectorAll('*')].flatMap((e) => e.getAttributeNames().filter((n) => n.startsWith('on')));
  const forbidden = text.querySelectorAll('script, style, object, embed, base, meta, link, form, math, template').length;
  return { ran: window.ran ?? null, bad: addresses.filter((a) => !isGood(a)), handlers, forbidden };
})()`;

describe('a hostile document (security H1, H4)', () => {
  it('there are enough of them', () => {
    expect(HOSTILE_DOCUMENTS.length).toBeGreaterThanOrEqual(60);
  });

  it.each(HOSTILE_DOCUMENTS)(
    '$name: runs no script, asks nobody, leads nowhere, and the page goes on answering',
    async ({ name, content, isDiagram }) => {
      const { document } = await world.run(createDocument, { space: 'notes', title: name, content });
      const { page, problems } = app;
      const before = problems.length;
      const workBefore = await work();
      await page.evaluate(`location.hash = '/documents/${document.id}'`);
      await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
      await page.locator('[data-text]').waitFor({ state: 'attached' });
      if (isDiagram) await page.locator('[data-frame=drawn], figure pre, [data-failed]').first().waitFor();

      expect(await page.evaluate(INSPECT)).toEqual({ ran: null, bad: [], handlers: [], forbidden: 0 });
      expect((await work()) - workBefore).toBeLessThan(MOST_WORK);
      // What the policy of a diagram's frame kept it from loading is told on the console; it never left the browser.
      const isHarm = (problem: string) =>
        !isDiagram || !/The action has been blocked|^request to/.test(problem);
      expect(problems.slice(before).filter(isHarm)).toEqual([]);
      expect(sent).toEqual([]);
      expect(dialogs).toEqual([]);
      expect(navigations).toEqual([]);
    },
  );

  it('what it offers to load says whose it is, and is not loaded before its reader asks', async () => {
    const { document } = await world.run(createDocument, {
      space: 'notes',
      title: 'Offers',
      content: `![pixel](https://${CANARY}/pixel.png)\n\n::embed[Gift]{src="https://${CANARY}/page"}\n\n::video{src="https://youtu.be/dQw4w9WgXcQ"}`,
    });
    const { page } = await world.openLocal();
    const asked: string[] = [];
    await page.route(/^https:/, (route) => {
      asked.push(new URL(route.request().url()).host);
      return route.fulfill({ status: 200, contentType: 'text/html', body: 'Elsewhere' });
    });
    await page.evaluate(`location.hash = '/documents/${document.id}'`);
    await page.getByText(`From ${CANARY}`).first().waitFor();
    expect(asked).toEqual([]);

    await page.getByRole('button', { name: 'Load: Gift' }).click();
    await page.frameLocator('iframe[title="Gift"]').getByText('Elsewhere').waitFor();
    expect(asked).toEqual([CANARY]);
    expect(await page.locator('iframe[title="Gift"]').getAttribute('sandbox')).toBe(
      'allow-scripts allow-forms',
    );
    await page.getByRole('button', { name: /^Play/ }).click();
    await page.frameLocator('iframe[title="Video at YouTube"]').getByText('Elsewhere').waitFor();
    expect(asked).toEqual([CANARY, 'www.youtube-nocookie.com']);
  });
});
