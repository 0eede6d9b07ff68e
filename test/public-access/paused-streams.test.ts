import { request, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { pausePublicAccess, resumePublicAccess } from '../../server/operations/public-access/pause.ts';
import { updatePublicAccess } from '../../server/operations/public-access/update.ts';
import { createPaperBrowser, formOn } from '../oauth/paper-browser.ts';
import { PASSWORD, startWorld, type World } from '../oauth/world.ts';

const HOST = 'kb.example.com';

let world: World;
let cookie: string;
beforeAll(async () => {
  // A member who hears nothing of public access: their stream has to end all the same.
  world = await startWorld({ people: { vera: 'viewer' } });
  await world.desk(updatePublicAccess, { mode: 'own_domain', domain: HOST });
  const browser = createPaperBrowser({ behindProxyOf: world.url });
  const page = await browser.open(`https://${HOST}/sign-in`);
  const { action, fields } = formOn(page.text);
  await browser.post(new URL(action, page.url).href, { ...fields, username: 'vera', password: PASSWORD });
  cookie = browser
    .cookies()
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ');
});
afterAll(() => world.close());

/** The stream of an open page; `ended` resolves once it has come to an end. */
async function openStream(headers: Record<string, string>) {
  const outgoing = request(`${world.url}/app/events`, { headers: { cookie, ...headers } });
  onTestFinished(() => void outgoing.destroy());
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.on('response', resolve).on('error', reject).end();
  });
  answer.resume();
  const ended = new Promise<void>((resolve) => answer.once('end', resolve));
  return { status: answer.statusCode, ended, isOpen: () => !answer.readableEnded };
}
const fromElsewhere = { host: HOST, 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' };

describe('"Pause ends the tunnel and answers nobody from elsewhere", what is open included', () => {
  it('an open page’s stream from elsewhere ends with the pause, one of this computer goes on', async () => {
    const elsewhere = await openStream(fromElsewhere);
    const byName = await openStream({ host: HOST });
    const here = await openStream({});
    expect([elsewhere.status, byName.status, here.status]).toEqual([200, 200, 200]);
    await world.desk(pausePublicAccess, {});
    await Promise.all([elsewhere.ended, byName.ended]);
    expect(here.isOpen()).toBe(true);
    expect((await openStream(fromElsewhere)).status).toBe(503);
    await world.desk(resumePublicAccess, {});
    expect(here.isOpen()).toBe(true);
    expect((await openStream(fromElsewhere)).status).toBe(200);
  });
});

describe('"until you resume it"', () => {
  it('a pause goes on over a restart of the server', async () => {
    await world.desk(pausePublicAccess, {});
    await world.restart();
    expect(world.server.publicAccess.isPaused).toBe(true);
    expect((await openStream(fromElsewhere)).status).toBe(503);
    expect((await openStream({})).status).toBe(200);
    await world.desk(resumePublicAccess, {});
    expect((await openStream(fromElsewhere)).status).toBe(200);
  });
});
