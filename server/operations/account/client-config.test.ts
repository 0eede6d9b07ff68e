import { beforeEach, describe, expect, it } from 'vitest';
import { buildWorkspace, type TestWorkspace } from '../../../test/builders/workspace.ts';
import { CLIENTS, TOKEN_CLIENTS, TOKEN_PLACEHOLDER } from '../../domain/client-config.ts';
import { mintPersonalToken } from '../../domain/token-secret.ts';
import { readClientConfig } from './client-config.ts';

describe('how programs are connected', () => {
  let workspace: TestWorkspace;
  beforeEach(() => {
    workspace = buildWorkspace();
  });
  const config = (input: object = {}) => workspace.as('viewer', readClientConfig, input);

  it('is said for the address that the person reaches the workspace at', async () => {
    const { items } = await config();
    expect(items.map(({ client }) => client)).toEqual(CLIENTS);
    for (const { url } of items) expect(url).toMatch(/^https:\/\/kb\.example\.com\/api\//);
  });

  it('is said for one program, with a token that was just made', async () => {
    const { secret } = mintPersonalToken();
    const { items } = await config({ client: 'claude-code', token: secret });
    expect(items).toMatchObject([
      { client: 'claude-code', snippets: [{ text: expect.stringContaining(secret) }] },
    ]);
    expect(JSON.stringify(await workspace.store.audit({ limit: 9 }))).not.toContain(secret);
  });

  it('is said with a placeholder for a token whose secret is not at hand', async () => {
    const { items } = await config({ token: TOKEN_PLACEHOLDER });
    for (const client of TOKEN_CLIENTS.filter((name) => name !== 'vscode')) {
      const snippets = items.find((item) => item.client === client)?.snippets;
      expect(JSON.stringify(snippets)).toContain('Bearer <API_TOKEN>');
    }
  });

  it.each(['"; rm -rf ~', 'cpl_pat_short', `${mintPersonalToken().secret}x`])(
    'what is no token never stands in a command: %s',
    async (token) => {
      await expect(config({ token })).rejects.toMatchObject({
        code: 'bad_request',
        message: 'token: must be a personal token',
      });
    },
  );
});
