import type { BrowserContext } from 'playwright-core';
import { createProgram, REDIRECT } from '../oauth/world.ts';

/** An assistant that somebody has let in, and the calls that it makes. */
export interface LetIn {
  /** Calls a tool of the connector; answers the HTTP status. */
  call(tool: string, input?: object): Promise<number>;
}

/**
 * Lets an assistant in through sign-in and consent, in the browser of somebody who is signed in.
 *
 * @param base the public address
 */
export async function letIn(context: BrowserContext, base: string, name: string): Promise<LetIn> {
  const program = createProgram(base);
  const client = await program.client({ client_name: name });
  const { url, verifier } = program.authorizeUrl(client);
  const page = await context.newPage();
  await page.goto(url);
  const back = page.waitForRequest((request) => request.url().startsWith(REDIRECT));
  await page.getByRole('button', { name: 'Allow' }).click();
  const code = new URL((await back).url()).searchParams.get('code') ?? '';
  await page.close();
  const { body } = await program.redeem(client, code, verifier);
  const token = String(body['access_token']);
  return {
    async call(tool, input = {}) {
      const { status } = await program.call(token, 'tools/call', { name: tool, arguments: input });
      return status;
    },
  };
}
