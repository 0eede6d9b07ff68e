import { generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { SecretStore } from '../../ports.ts';

const keysSchema = z.object({
  cookieSecret: z.string().min(32),
  signingKey: z.looseObject({ kty: z.literal('RSA'), kid: z.string() }),
});

/** Signs the cookies of a sign-in under way, and whatever the protocol may ever want signed. */
export type OAuthKeys = z.infer<typeof keysSchema>;

const generate = promisify(generateKeyPair);

/** The keys of this workspace: made once and kept, so that a restart in the middle of a sign-in goes unnoticed (trap T3). */
export async function loadOAuthKeys(secrets: SecretStore): Promise<OAuthKeys> {
  const text = await secrets.own('oauth', async () => JSON.stringify(await makeKeys()));
  return keysSchema.parse(JSON.parse(text));
}

async function makeKeys() {
  const { privateKey } = await generate('rsa', { modulusLength: 2048 });
  const signingKey = {
    ...privateKey.export({ format: 'jwk' }),
    alg: 'RS256',
    use: 'sig',
    kid: 'commonplace',
  };
  return { cookieSecret: randomBytes(32).toString('base64url'), signingKey };
}
