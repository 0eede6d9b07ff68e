import { describe, expect, it } from 'vitest';
import { tunnelTokenSchema } from './tunnel-token.ts';

const encode = (content: unknown) => Buffer.from(JSON.stringify(content)).toString('base64');
const CONTENT = {
  a: '0123456789abcdef',
  t: '0b9d8a3c-5b7e-4a57-8a54-2f6fd4c7f9a1',
  s: 'c2VjcmV0LXNlY3JldA==',
};
const TOKEN = encode(CONTENT);

describe('the token of a tunnel', () => {
  it.each([
    TOKEN,
    `  ${TOKEN}\n`,
    `cloudflared service install ${TOKEN}`,
    `sudo cloudflared service install ${TOKEN}`,
    `cloudflared.exe service install ${TOKEN}`,
    `cloudflared tunnel run --token ${TOKEN}`,
    `cloudflared tunnel run --token=${TOKEN}`,
    `docker run cloudflare/cloudflared:latest tunnel --no-autoupdate run --token ${TOKEN}`,
    `"${TOKEN}"`,
  ])('is taken out of whatever the dashboard has put around it: %s', (text) => {
    expect(tunnelTokenSchema.parse(text)).toBe(TOKEN);
  });

  it.each([
    ['nothing', ''],
    ['a word', 'token'],
    ['a long word', 'x'.repeat(180)],
    ['half of it', TOKEN.slice(0, TOKEN.length / 2)],
    ['one of another service', encode({ alg: 'HS256', typ: 'JWT', kid: '0'.repeat(40) })],
    ['one without its secret', encode({ a: CONTENT.a, t: CONTENT.t })],
    ['one whose tunnel is no id', encode({ ...CONTENT, t: 'commonplace-tunnel' })],
    ['JSON as it is', JSON.stringify(CONTENT)],
    ['a text', encode('a'.repeat(60))],
  ])('%s is refused with what to copy', (_case, text) => {
    const { error } = tunnelTokenSchema.safeParse(text);
    expect(error?.issues[0]?.message).toContain('begins with “eyJ”');
  });

  it('what is far too long is not looked through', () => {
    const { error } = tunnelTokenSchema.safeParse('x'.repeat(5_000));
    expect(error?.issues.map(({ message }) => message)).toEqual(['is too long to be the token of a tunnel']);
  });
});
