import { expect, it } from 'vitest';
import { readLaunch } from './launch.ts';

it('reads the server’s flags, whether a window is wanted, and a link; what is Chromium’s is left to it', () => {
  expect(
    readLaunch([
      '--data',
      '/srv/kb',
      '--enable-logging',
      '--port=7000',
      '--hidden',
      'commonplace://document/x',
    ]),
  ).toMatchObject({
    flags: { data: '/srv/kb', port: '7000', host: undefined },
    isHidden: true,
    link: 'commonplace://document/x',
  });
});

it('without words everything has its default, and the window is shown', () => {
  expect(readLaunch([])).toMatchObject({ isHidden: false, link: undefined });
});
