import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cancellable, type FakeWebContents } from '../fakes/electron.ts';
import { endDesks, OWN_FRAME, startDesk, type DeskWorld } from './desk-world.ts';

let desk: DeskWorld;
let contents: FakeWebContents;

beforeAll(async () => {
  desk = await startDesk();
  await desk.call('account.read');
  contents = desk.window().webContents;
});
afterAll(endDesks);

describe('E1: every page runs isolated, sandboxed and without Node', () => {
  it('the window is made so', () => {
    expect(contents.preferences).toMatchObject({
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
    });
    expect(desk.record.isSandboxed).toBe(true);
    expect(contents.isClosed).toBe(false);
  });

  it.each([
    { contextIsolation: false },
    { sandbox: false },
    { nodeIntegration: true },
    { webSecurity: false },
    { webviewTag: true },
  ])('a page with %j is closed before it shows anything, whoever made it', (unsafe) => {
    const page = new desk.electron.FakeWebContents({ ...contents.preferences, ...unsafe });
    expect(page.isClosed).toBe(true);
  });

  it('a page may attach no webview', () => {
    const event = cancellable();
    contents.emit('will-attach-webview', event);
    expect(event.isPrevented).toBe(true);
  });
});

describe('E2: calls come from our own page only', () => {
  it.each([
    ['a frame that is gone', null],
    ['a frame within our page', { ...OWN_FRAME, parent: {} }],
    ['a web site', { url: 'https://evil.example/', parent: null }],
    ['a host of our scheme that is not ours', { url: 'app://other/', parent: null }],
    ['a scheme that begins like ours', { url: 'app2://desk/', parent: null }],
    ['a page that names us in its path', { url: 'https://evil.example/app://desk/', parent: null }],
    ['an empty address', { url: '', parent: null }],
    ['a file', { url: 'file:///app://desk/', parent: null }],
  ])('from %s: refused', async (_what, frame) => {
    expect(await desk.call('account.read', {}, frame)).toMatchObject({
      ok: false,
      error: { code: 'forbidden' },
    });
  });

  it.each([undefined, null, 7, '', {}, 'x'.repeat(101)])('for the operation %j: refused', async (name) => {
    expect(await desk.call(name)).toMatchObject({ ok: false, error: { code: 'bad_request' } });
  });

  it('with input that does not fit the operation: refused in its words, as data', async () => {
    const answer = await desk.call('documents.read', { id: 7 });
    expect(answer).toMatchObject({ ok: false, error: { code: 'bad_request', status: 400 } });
    expect(structuredClone(answer)).toEqual(answer);
  });

  it('acts as the owner at the machine: what only they may do is within reach', async () => {
    expect(await desk.call('settings.read')).toMatchObject({ ok: true });
    expect(await desk.call('account.read')).toMatchObject({ ok: true, value: { username: 'ada' } });
  });
});

describe('E3: nothing leads out of the app but https and mail, in their own programs', () => {
  it.each(['https://example.com/page', 'mailto:ada@example.com'])('%s is opened outside', (url) => {
    desk.record.opened.length = 0;
    expect(contents.openHandler?.({ url })).toEqual({ action: 'deny' });
    const event = cancellable({ url });
    contents.emit('will-navigate', event);
    expect(event.isPrevented).toBe(true);
    expect(desk.record.opened).toEqual([url, url]);
  });

  it.each([
    'http://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'smb://server/share',
    'ms-msdt:/id',
    'app://desk/attachments/att_1/a.png',
    'commonplace://document/doc_1',
    'not an address',
  ])('%s opens nothing, neither here nor outside', (url) => {
    desk.record.opened.length = 0;
    expect(contents.openHandler?.({ url })).toEqual({ action: 'deny' });
    const event = cancellable({ url });
    contents.emit('will-navigate', event);
    expect([event.isPrevented, desk.record.opened]).toEqual([true, []]);
  });

  it('the page itself may be loaded again', () => {
    const event = cancellable({ url: 'app://desk/#/review' });
    contents.emit('will-navigate', event);
    expect(event.isPrevented).toBe(false);
  });

  it('frames show our own pages and what a reader asked for, over https', () => {
    const isStopped = (url: string) => {
      const event = cancellable({ url, isMainFrame: false });
      contents.emit('will-frame-navigate', event);
      return event.isPrevented;
    };
    expect(['app://desk/frames/diagram.html', 'https://video.example/1'].map(isStopped)).toEqual([
      false,
      false,
    ]);
    expect(['http://video.example/', 'file:///etc/passwd', 'data:text/html,x'].map(isStopped)).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('a redirect of the window is stopped', () => {
    const event = cancellable({ url: 'https://evil.example/', isMainFrame: true });
    contents.emit('will-redirect', event);
    expect(event.isPrevented).toBe(true);
  });

  it('of all permissions, only putting text on the clipboard is granted, and to our own page only', () => {
    const ask = (permission: string, requestingUrl: string) => {
      let answer: unknown;
      contents.session.permissionRequest?.(contents, permission, (given: unknown) => (answer = given), {
        requestingUrl,
      });
      return [answer, contents.session.permissionCheck?.(contents, permission, requestingUrl)];
    };
    expect(ask('clipboard-sanitized-write', 'app://desk/')).toEqual([true, true]);
    expect(ask('clipboard-sanitized-write', 'https://evil.example/')).toEqual([false, false]);
    for (const permission of [
      'media',
      'geolocation',
      'notifications',
      'clipboard-read',
      'openExternal',
      'hid',
    ]) {
      expect(ask(permission, 'app://desk/')).toEqual([false, false]);
    }
    expect(contents.session.device?.({})).toBe(false);
  });

  it('a download is stopped, unless our own page made it', () => {
    const isStopped = (url: string) => {
      const event = cancellable();
      contents.session.emit('will-download', event, { getURL: () => url });
      return event.isPrevented;
    };
    expect(isStopped('https://evil.example/program.exe')).toBe(true);
    expect(isStopped('blob:https://evil.example/1')).toBe(true);
    expect(isStopped('blob:app://desk/4f0c')).toBe(false);
  });
});

describe('E4: pages come from our own scheme, with their policy', () => {
  const get = async (address: string, method = 'GET') => {
    const handler = desk.record.protocols.get('app');
    if (!handler) throw new Error('Nobody answers for the scheme.');
    return handler(new Request(address, { method }));
  };

  it('the scheme has an origin of its own, and is no more than that', () => {
    expect(desk.record.schemes).toEqual([
      {
        scheme: 'app',
        privileges: {
          standard: true,
          secure: true,
          supportFetchAPI: true,
          corsEnabled: true,
          codeCache: true,
        },
      },
    ]);
    expect(desk.window().loaded[0]).toBe('app://desk/');
  });

  it('the page runs scripts of our own files only', async () => {
    const page = await get('app://desk/');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(policy).not.toContain('unsafe-eval');
  });

  it('serves what the build made', async () => {
    const page = await (await get('app://desk/')).text();
    const [script = ''] = /\.\/app\/assets\/[^"]+\.js/.exec(page) ?? [];
    const answer = await get(new URL(script, 'app://desk/').href);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'text/javascript; charset=utf-8',
    ]);
    expect((await get('app://desk/frames/diagram.html')).headers.get('content-security-policy')).toContain(
      'sandbox allow-scripts',
    );
  });

  it.each([
    'app://other/',
    'app://desk/index.html',
    'app://desk/../../package.json',
    'app://desk/app/assets/..%2f..%2findex.html',
    'app://desk/app/assets/%2e%2e/%2e%2e/package.json',
    'app://desk/frames/other.html',
    'app://desk/etc/passwd',
    'app://desk/attachments/att_00000000000',
    'app://desk/attachments/..%2f..%2fsecrets%2foauth.json',
    'app://desk/api/v1/me',
  ])('answers %s with 404', async (address) => {
    expect((await get(address)).status).toBe(404);
  });

  it('only gives: nothing can be sent to it', async () => {
    expect((await get('app://desk/', 'POST')).status).toBe(405);
  });
});

describe('E9: keys of other services are guarded by the system where it can', () => {
  it('and the files of the profile are for their owner only', async () => {
    const { stat } = await import('node:fs/promises');
    const mode = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);
    expect(await mode(`${desk.profile}/logs/commonplace.log`)).toBe('600');
  });
});
