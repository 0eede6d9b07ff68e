import type { Provider, KoaContextWithOIDC } from 'oidc-provider';
import type { AttemptStep } from '../../domain/connection-attempt.ts';
import type { ConnectionAttempts } from '../../doctor-ports.ts';

/** Lets whoever watches a program connect see what the authorization server makes of its requests. */
export function noteAttempts(provider: Provider, address: string, attempts: ConnectionAttempts): void {
  const note = (step: AttemptStep, { req, oidc }: KoaContextWithOIDC, detail?: string) => {
    const { client } = oidc;
    const named = { clientId: client?.clientId, name: client?.clientName };
    attempts.note({ step, request: req, address, ...named, detail });
  };
  provider.on('registration_create.success', (ctx, client) => {
    const { clientId, clientName: name } = client;
    attempts.note({ step: 'registered', request: ctx.req, address, clientId, name });
  });
  provider.on('interaction.started', (ctx) => note('asked', ctx));
  provider.on('grant.success', (ctx) => {
    if (ctx.oidc.params?.['grant_type'] === 'authorization_code') note('token_issued', ctx);
  });
  provider.on('registration_create.error', (ctx, error) => note('failed', ctx, wordsOf(error)));
  provider.on('authorization.error', (ctx, error) => {
    // A person who said no has been noted already, as just that.
    if (error.error !== 'access_denied') note('failed', ctx, wordsOf(error));
  });
  provider.on('grant.error', (ctx, error) => note('failed', ctx, wordsOf(error)));
}

/** The code of OAuth and what the library says about it; both are its own words. */
function wordsOf({
  error,
  error_description: description,
}: {
  error: string;
  error_description?: string | undefined;
}) {
  return description === undefined ? error : `${error} (${description})`;
}
