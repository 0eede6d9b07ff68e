import { isPublicAddress } from './public-address.ts';

/** Programs that people connect, by the names that they choose them by. */
export const CLIENTS = ['claude', 'claude-code', 'chatgpt', 'cursor', 'vscode', 'http'] as const;
export type Client = (typeof CLIENTS)[number];

/** Those that can be given a personal token; the others only sign in. */
export const TOKEN_CLIENTS = ['claude-code', 'cursor', 'vscode', 'http'] as const satisfies readonly Client[];

export interface Snippet {
  /** Where it goes, e.g. a file's name. */
  title: string;
  language: 'sh' | 'json' | 'link' | 'text';
  text: string;
}

/** How one program is connected to this workspace. */
export interface ClientConfig {
  client: Client;
  /** The program's name. */
  title: string;
  /** Address of the connector, or of the REST API for plain HTTP. */
  url: string;
  /** Whether the program can reach that address at all. */
  reachable: boolean;
  /** What to know before, such as that an address cannot be reached; empty when there is nothing. */
  note: string;
  steps: string[];
  snippets: Snippet[];
}

interface Place {
  /** Start of every address of the workspace, without a trailing slash. */
  baseUrl: string;
  /** Secret of a personal token; without one the program signs in by itself. */
  token?: string | undefined;
}

/** Stands in the snippets where a token belongs whose secret is not at hand. */
export const TOKEN_PLACEHOLDER = '<API_TOKEN>';

/** What the workspace is called in the programs' own lists. */
const NAME = 'commonplace';
/** Where a program that takes nothing but a token finds one that was not given. */
const TOKEN_VARIABLE = '$COMMONPLACE_TOKEN';

const json = (value: unknown) => JSON.stringify(value, null, 2);
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const headersOf = (token: string | undefined) => (token === undefined ? {} : { headers: bearer(token) });
const connectorOf = (baseUrl: string) => `${baseUrl}/api/mcp`;

type Instructions = Pick<ClientConfig, 'steps' | 'snippets'>;

const SIGN_IN = 'Sign in to the workspace in the browser and choose how far the app may go.';

function claude({ baseUrl }: Place): Instructions {
  return {
    steps: [
      'In Claude, open Settings → Connectors and choose “Add custom connector”.',
      'Paste the connector URL and press Add, then Connect.',
      SIGN_IN,
    ],
    snippets: [{ title: 'Connector URL', language: 'text', text: connectorOf(baseUrl) }],
  };
}

function chatgpt({ baseUrl }: Place): Instructions {
  return {
    steps: [
      'In ChatGPT, open Settings → Apps & Connectors → Advanced and switch developer mode on.',
      'Choose “Create” under Apps & Connectors, paste the connector URL, and leave the authentication at OAuth.',
      SIGN_IN,
    ],
    snippets: [{ title: 'Connector URL', language: 'text', text: connectorOf(baseUrl) }],
  };
}

function claudeCode({ baseUrl, token }: Place): Instructions {
  const add = `claude mcp add --transport http ${NAME} ${connectorOf(baseUrl)}`;
  return {
    steps: [
      'Run the command in a terminal.',
      ...(token === undefined ? [`In Claude Code, type /mcp and choose ${NAME}. ${SIGN_IN}`] : []),
    ],
    snippets: [
      {
        title: 'Terminal',
        language: 'sh',
        text: token === undefined ? add : `${add} --header "Authorization: Bearer ${token}"`,
      },
    ],
  };
}

/** Links never carry a token: they end up in histories. */
function cursor({ baseUrl, token }: Place): Instructions {
  const server = { url: connectorOf(baseUrl) };
  const config = encodeURIComponent(btoa(JSON.stringify(server)));
  const link = `cursor://anysphere.cursor-deeplink/mcp/install?name=${NAME}&config=${config}`;
  return {
    steps: [
      token === undefined
        ? 'Open the link, or add the lines to ~/.cursor/mcp.json.'
        : 'Add the lines to ~/.cursor/mcp.json.',
      ...(token === undefined ? [`In Cursor, open Settings → MCP and press Connect. ${SIGN_IN}`] : []),
    ],
    snippets: [
      {
        title: '~/.cursor/mcp.json',
        language: 'json',
        text: json({ mcpServers: { [NAME]: { ...server, ...headersOf(token) } } }),
      },
      ...(token === undefined ? [{ title: 'Install in Cursor', language: 'link' as const, text: link }] : []),
    ],
  };
}

/** VS Code asks for a token itself and keeps it, so that it stands in no file. */
function vscode({ baseUrl, token }: Place): Instructions {
  const server = { type: 'http', url: connectorOf(baseUrl) };
  const link = `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: NAME, ...server }))}`;
  const input = {
    id: 'commonplace-token',
    type: 'promptString',
    description: 'Commonplace token',
    password: true,
  };
  const file =
    token === undefined
      ? { servers: { [NAME]: server } }
      : {
          inputs: [input],
          servers: { [NAME]: { ...server, headers: bearer('${input:commonplace-token}') } },
        };
  return {
    steps:
      token === undefined
        ? [`Open the link, or add the lines to .vscode/mcp.json, and start the server ${NAME}.`, SIGN_IN]
        : [
            `Add the lines to .vscode/mcp.json and start the server ${NAME}.`,
            'Paste the token when VS Code asks for it.',
          ],
    snippets: [
      { title: '.vscode/mcp.json', language: 'json', text: json(file) },
      ...(token === undefined
        ? [{ title: 'Install in VS Code', language: 'link' as const, text: link }]
        : [{ title: 'Token', language: 'text' as const, text: token }]),
    ],
  };
}

function http({ baseUrl, token = TOKEN_VARIABLE }: Place): Instructions {
  const authorization = `-H "Authorization: Bearer ${token}"`;
  const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  return {
    steps: ['Send the token in the Authorization header of every request.'],
    snippets: [
      { title: 'REST', language: 'sh', text: `curl ${authorization} ${baseUrl}/api/v1/me` },
      {
        title: 'Connector',
        language: 'sh',
        text: `curl ${authorization} -H "Content-Type: application/json" -d '${list}' ${connectorOf(baseUrl)}`,
      },
    ],
  };
}

const PROGRAMS: Readonly<
  Record<Client, { title: string; isHosted: boolean; instructions: (place: Place) => Instructions }>
> = {
  claude: { title: 'Claude', isHosted: true, instructions: claude },
  'claude-code': { title: 'Claude Code', isHosted: false, instructions: claudeCode },
  chatgpt: { title: 'ChatGPT', isHosted: true, instructions: chatgpt },
  cursor: { title: 'Cursor', isHosted: false, instructions: cursor },
  vscode: { title: 'VS Code', isHosted: false, instructions: vscode },
  http: { title: 'Plain HTTP', isHosted: false, instructions: http },
};

/** How a program is connected, for the address that the workspace has now. */
export function clientConfig(client: Client, place: Place): ClientConfig {
  const { title, isHosted, instructions } = PROGRAMS[client];
  const isPublic = isPublicAddress(place.baseUrl);
  return {
    client,
    title,
    url: client === 'http' ? `${place.baseUrl}/api/v1` : connectorOf(place.baseUrl),
    reachable: isPublic || !isHosted,
    note: isPublic ? '' : noteFor(title, isHosted, place.baseUrl),
    ...instructions(place),
  };
}

function noteFor(title: string, isHosted: boolean, baseUrl: string): string {
  return isHosted
    ? `${title} runs on somebody else’s computers and cannot reach ${baseUrl}. Give the workspace a public https address first.`
    : `${baseUrl} is not a public https address: this works only from where that address can be reached.`;
}
