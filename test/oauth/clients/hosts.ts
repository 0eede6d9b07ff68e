export type AuthMethod = 'none' | 'client_secret_post' | 'client_secret_basic';

/** How an application registers itself and then asks, as seen in the middle of 2026. */
export interface RegisteringHost {
  label: string;
  /** Sent to the registration endpoint as it stands here. */
  registration: {
    redirect_uris: string[];
    token_endpoint_auth_method?: AuthMethod;
    [member: string]: unknown;
  };
  redirectUri: string;
  /** Scope of its authorization request; undefined for hosts that send none. */
  scope?: string;
}

const REFRESHING = { grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'] };

/** Bodies of real hosts, with what a strict server stumbles over: foreign scopes, empty and null members, other grants. */
export const registeringHosts: RegisteringHost[] = [
  {
    label: 'Claude, web and desktop',
    registration: {
      client_name: 'Claude',
      redirect_uris: ['https://claude.ai/api/mcp/auth_callback', 'https://claude.com/api/mcp/auth_callback'],
      ...REFRESHING,
      token_endpoint_auth_method: 'client_secret_post',
      scope: 'claudeai',
    },
    redirectUri: 'https://claude.ai/api/mcp/auth_callback',
    scope: 'claudeai',
  },
  {
    label: 'Claude Code',
    registration: {
      client_name: 'Claude Code (commonplace)',
      redirect_uris: ['http://localhost:52163/callback'],
      ...REFRESHING,
      token_endpoint_auth_method: 'none',
    },
    redirectUri: 'http://localhost:52163/callback',
    scope: 'read write',
  },
  {
    label: 'ChatGPT',
    registration: {
      client_name: 'ChatGPT',
      redirect_uris: ['https://chatgpt.com/connector_platform_oauth_redirect'],
      ...REFRESHING,
      token_endpoint_auth_method: 'none',
      client_uri: 'https://chatgpt.com/',
      logo_uri: null,
    },
    redirectUri: 'https://chatgpt.com/connector_platform_oauth_redirect',
    scope: 'read write offline_access',
  },
  {
    label: 'ChatGPT, with an address of the connector’s own',
    registration: {
      client_name: 'ChatGPT',
      redirect_uris: ['https://chatgpt.com/connector/oauth/Zk3v9T2mQxYc'],
      ...REFRESHING,
      token_endpoint_auth_method: 'client_secret_basic',
    },
    redirectUri: 'https://chatgpt.com/connector/oauth/Zk3v9T2mQxYc',
  },
  {
    label: 'Cursor, an address of the application’s own',
    registration: {
      client_name: 'Cursor',
      redirect_uris: [
        'cursor://anysphere.cursor-mcp/oauth/callback',
        'https://www.cursor.com/agents/mcp/oauth/callback',
        'http://localhost:8787/callback',
      ],
      ...REFRESHING,
      token_endpoint_auth_method: 'none',
    },
    redirectUri: 'cursor://anysphere.cursor-mcp/oauth/callback',
    scope: 'read write',
  },
  {
    label: 'Cursor, in the web',
    registration: {
      client_name: 'Cursor',
      redirect_uris: ['https://www.cursor.com/agents/mcp/oauth/callback'],
      ...REFRESHING,
      token_endpoint_auth_method: 'none',
    },
    redirectUri: 'https://www.cursor.com/agents/mcp/oauth/callback',
  },
  {
    label: 'VS Code, on another port than it registered',
    registration: {
      client_name: 'Visual Studio Code',
      client_uri: 'https://code.visualstudio.com/',
      redirect_uris: [
        'https://insiders.vscode.dev/redirect',
        'https://vscode.dev/redirect',
        'http://127.0.0.1/',
        'http://127.0.0.1:33418/',
      ],
      grant_types: [...REFRESHING.grant_types, 'urn:ietf:params:oauth:grant-type:device_code'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      application_type: 'native',
      scope: 'read write',
    },
    redirectUri: 'http://127.0.0.1:59656/',
    scope: 'read write',
  },
  {
    label: 'the Inspector',
    registration: {
      client_name: 'MCP Inspector',
      client_uri: 'https://github.com/modelcontextprotocol/inspector',
      redirect_uris: ['http://localhost:6274/oauth/callback', 'http://localhost:6274/oauth/callback/debug'],
      ...REFRESHING,
      token_endpoint_auth_method: 'none',
      scope: '',
    },
    redirectUri: 'http://localhost:6274/oauth/callback/debug',
  },
  {
    label: 'a host that says as little as it may',
    registration: { redirect_uris: ['http://127.0.0.1:1455/auth/callback'], client_uri: '', logo_uri: '' },
    redirectUri: 'http://127.0.0.1:1455/auth/callback',
    scope: 'openid profile email',
  },
];

/** An application that identifies itself by an https address at which its metadata stands. */
export interface DocumentHost {
  label: string;
  document: { client_id: string; [member: string]: unknown };
  redirectUri: string;
  scope?: string;
}

const claudeCode = {
  client_id: 'https://claude.ai/oauth/claude-code-client-metadata',
  client_name: 'Claude Code',
  client_uri: 'https://claude.ai',
  redirect_uris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
  ...REFRESHING,
  token_endpoint_auth_method: 'none',
};

const claude = {
  client_id: 'https://claude.ai/oauth/mcp-oauth-client-metadata',
  client_name: 'Claude',
  redirect_uris: ['https://claude.ai/api/mcp/auth_callback'],
  grant_types: [...REFRESHING.grant_types, 'urn:ietf:params:oauth:grant-type:jwt-bearer'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
};

const visualStudioCode = {
  client_id: 'https://vscode.dev/oauth/client-metadata.json',
  client_name: 'Visual Studio Code',
  client_uri: 'https://vscode.dev/product',
  logo_uri: 'https://code.visualstudio.com/assets/branding/code-stable.png',
  redirect_uris: ['http://127.0.0.1:33418/', 'https://vscode.dev/redirect'],
  grant_types: [...REFRESHING.grant_types, 'urn:ietf:params:oauth:grant-type:device_code'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
  application_type: 'native',
};

/** Proves itself with a key of its own, which stands at `jwks_uri`. */
export const chatGpt = {
  client_id: 'https://chatgpt.com/oauth/client.json',
  client_name: 'ChatGPT',
  client_uri: 'https://chatgpt.com/',
  logo_uri: 'https://persistent.oaistatic.com/logo.png',
  redirect_uris: ['https://chatgpt.com/connector_platform_oauth_redirect'],
  ...REFRESHING,
  token_endpoint_auth_method: 'private_key_jwt',
  token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
  token_endpoint_auth_signing_alg: 'RS256',
  jwks_uri: 'https://chatgpt.com/oauth/jwks.json',
};

export const documentHosts: DocumentHost[] = [
  { label: 'Claude Code at localhost', document: claudeCode, redirectUri: 'http://localhost:52163/callback' },
  {
    label: 'Claude Code at 127.0.0.1',
    document: claudeCode,
    redirectUri: 'http://127.0.0.1:61022/callback',
    scope: 'read write',
  },
  {
    label: 'Claude, web and desktop',
    document: claude,
    redirectUri: 'https://claude.ai/api/mcp/auth_callback',
    scope: 'claudeai',
  },
  {
    label: 'VS Code on its usual port',
    document: visualStudioCode,
    redirectUri: 'http://127.0.0.1:33418/',
    scope: 'read write',
  },
  {
    label: 'VS Code on another port',
    document: visualStudioCode,
    redirectUri: 'http://127.0.0.1:59656/',
    scope: 'read write',
  },
  {
    label: 'VS Code in the web',
    document: visualStudioCode,
    redirectUri: 'https://vscode.dev/redirect',
    scope: 'read write',
  },
  {
    label: 'ChatGPT',
    document: chatGpt,
    redirectUri: 'https://chatgpt.com/connector_platform_oauth_redirect',
    scope: 'read write offline_access',
  },
];
