import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { clientConfig, CLIENTS, TOKEN_CLIENTS, type Client } from './client-config.ts';
import { isPublicAddress } from './public-address.ts';
import { mintPersonalToken } from './token-secret.ts';

const PUBLIC = 'https://kb.example.com';
const LOCAL = 'http://127.0.0.1:7420';
const { secret: TOKEN } = mintPersonalToken();

const snippet = (client: Client, title: string, token?: string, baseUrl = PUBLIC) => {
  const found = clientConfig(client, { baseUrl, token }).snippets.find((one) => one.title === title);
  if (!found) throw new Error(`${client} has no snippet ${title}.`);
  return found.text;
};

/** The words that a shell makes of a command, without running it. */
function shellWords(command: string): string[] {
  const [program = ''] = command.split(' ');
  const script = `${program.replaceAll('-', '_')}() { printf '%s\\0' "$@"; }\n${command}`;
  const out = execFileSync('sh', ['-c', script], { encoding: 'utf8', env: { COMMONPLACE_TOKEN: TOKEN } });
  return out.split('\0').slice(0, -1);
}

describe('Claude Code: a command that the shell takes apart as meant', () => {
  const url = `${PUBLIC}/api/mcp`;

  it('without a token it signs in', () => {
    const words = shellWords(snippet('claude-code', 'Terminal'));
    expect(words).toEqual(['mcp', 'add', '--transport', 'http', 'commonplace', url]);
    expect(clientConfig('claude-code', { baseUrl: PUBLIC }).steps.join(' ')).toContain('/mcp');
  });

  it('with a token it sends it in a header', () => {
    const words = shellWords(snippet('claude-code', 'Terminal', TOKEN));
    expect(words.slice(0, 6)).toEqual(['mcp', 'add', '--transport', 'http', 'commonplace', url]);
    expect(words.slice(6)).toEqual(['--header', `Authorization: Bearer ${TOKEN}`]);
  });
});

describe('Cursor: mcp.json and a link', () => {
  it.each([
    [undefined, {}],
    [TOKEN, { headers: { Authorization: `Bearer ${TOKEN}` } }],
  ])('mcp.json with the token %s', (token, more) => {
    expect(JSON.parse(snippet('cursor', '~/.cursor/mcp.json', token))).toEqual({
      mcpServers: { commonplace: { url: `${PUBLIC}/api/mcp`, ...more } },
    });
  });

  it('the link holds the name, and the server as base64 of JSON', () => {
    const link = new URL(snippet('cursor', 'Install in Cursor'));
    expect(`${link.protocol}//${link.host}${link.pathname}`).toBe(
      'cursor://anysphere.cursor-deeplink/mcp/install',
    );
    expect(link.searchParams.get('name')).toBe('commonplace');
    expect(JSON.parse(atob(link.searchParams.get('config') ?? ''))).toEqual({ url: `${PUBLIC}/api/mcp` });
  });
});

describe('VS Code: mcp.json and a link', () => {
  const server = { type: 'http', url: `${PUBLIC}/api/mcp` };

  it('without a token it signs in', () => {
    expect(JSON.parse(snippet('vscode', '.vscode/mcp.json'))).toEqual({ servers: { commonplace: server } });
  });

  it('with a token it asks for it, so that it stands in no file', () => {
    const file = snippet('vscode', '.vscode/mcp.json', TOKEN);
    expect(JSON.parse(file)).toEqual({
      inputs: [expect.objectContaining({ id: 'commonplace-token', type: 'promptString', password: true })],
      servers: {
        commonplace: { ...server, headers: { Authorization: 'Bearer ${input:commonplace-token}' } },
      },
    });
    expect(file).not.toContain(TOKEN);
    expect(snippet('vscode', 'Token', TOKEN)).toBe(TOKEN);
  });

  it('the link holds the server as JSON', () => {
    const link = snippet('vscode', 'Install in VS Code');
    expect(new URL(link).protocol).toBe('vscode:');
    const [path = '', query = ''] = link.split('?');
    expect(path).toBe('vscode:mcp/install');
    expect(JSON.parse(decodeURIComponent(query))).toEqual({ name: 'commonplace', ...server });
  });
});

describe('plain HTTP: commands for curl', () => {
  it.each([undefined, TOKEN])('with the token %s, or one from the environment', (token) => {
    const authorization = ['-H', `Authorization: Bearer ${TOKEN}`];
    expect(shellWords(snippet('http', 'REST', token))).toEqual([...authorization, `${PUBLIC}/api/v1/me`]);
    const words = shellWords(snippet('http', 'Connector', token));
    expect(words.slice(0, 5)).toEqual([...authorization, '-H', 'Content-Type: application/json', '-d']);
    expect(JSON.parse(words[5] ?? '')).toEqual({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    expect(words[6]).toBe(`${PUBLIC}/api/mcp`);
  });
});

describe('Claude and ChatGPT: the connector URL and the steps', () => {
  it.each(['claude', 'chatgpt'] as const)('%s', (client) => {
    const { url, steps, snippets } = clientConfig(client, { baseUrl: PUBLIC, token: TOKEN });
    expect(url).toBe(`${PUBLIC}/api/mcp`);
    expect(snippets).toEqual([{ title: 'Connector URL', language: 'text', text: url }]);
    expect(steps.join(' ')).toMatch(/Settings.*Sign in to the workspace/);
  });
});

describe('every program', () => {
  it.each(CLIENTS)('%s is given the current address, and steps', (client) => {
    const { url, snippets, steps } = clientConfig(client, { baseUrl: LOCAL });
    expect(url).toMatch(`${LOCAL}/api/`);
    expect(steps.length).toBeGreaterThan(0);
    for (const { language, text } of snippets) {
      const isPlain = language !== 'link';
      expect(isPlain ? text : decodeURIComponent(text)).toMatch(isPlain ? LOCAL : /config=|127\.0\.0\.1/);
    }
  });

  it.each(CLIENTS)('%s: no link carries a token, because links end up in histories', (client) => {
    const links = clientConfig(client, { baseUrl: PUBLIC, token: TOKEN }).snippets.filter(
      ({ language }) => language === 'link',
    );
    expect(links).toEqual([]);
  });

  it.each(TOKEN_CLIENTS)('%s shows the token that it was given', (client) => {
    const { snippets } = clientConfig(client, { baseUrl: PUBLIC, token: TOKEN });
    expect(snippets.map(({ text }) => text).join('\n')).toContain(TOKEN);
  });
});

describe('without a public address', () => {
  it.each(['claude', 'chatgpt'] as const)('%s is told that it cannot reach this one', (client) => {
    const config = clientConfig(client, { baseUrl: LOCAL });
    expect(config.reachable).toBe(false);
    expect(config.note).toContain(`cannot reach ${LOCAL}`);
  });

  it.each(TOKEN_CLIENTS)('%s works where the address can be reached, and says so', (client) => {
    const config = clientConfig(client, { baseUrl: LOCAL });
    expect(config.reachable).toBe(true);
    expect(config.note).toContain('not a public https address');
  });

  it.each(CLIENTS)('%s says nothing of it where there is one', (client) => {
    expect(clientConfig(client, { baseUrl: PUBLIC })).toMatchObject({ reachable: true, note: '' });
  });
});

describe('"reachable from the public internet with public DNS and a CA-signed certificate"', () => {
  it.each<[string, boolean]>([
    ['https://kb.example.com', true],
    ['https://kb.example.com:8443', true],
    ['https://quick-words-here.trycloudflare.com', true],
    ['http://kb.example.com', false],
    ['https://localhost', false],
    ['https://kb', false],
    ['https://kb.local', false],
    ['https://kb.lan', false],
    ['https://kb.home.arpa', false],
    ['https://192.168.1.5', false],
    ['https://8.8.8.8', false],
    ['https://[2001:db8::1]', false],
    ['http://127.0.0.1:7420', false],
  ])('%s: %s', (address, expected) => expect(isPublicAddress(address)).toBe(expected));
});
