import type { ConnectedApp } from '../../server/domain/connected-app.ts';
import { newId } from '../../server/domain/identifier.ts';
import type { TrustLevel } from '../../server/domain/trust-level.ts';
import type { User } from '../../server/domain/user.ts';
import type { Operation } from '../../server/operations/define.ts';
import { perform } from '../../server/operations/perform.ts';
import type { Connector } from '../mcp/connector.ts';
import { mintAccessToken } from './access-token.ts';

/** An assistant that a person has let in, up to a level, and the token that it holds. */
export interface Assistant {
  app: ConnectedApp;
  token: string;
}

export async function connectAssistant(
  { services, url }: Connector,
  person: User,
  trust_level: TrustLevel,
): Promise<Assistant> {
  const app: ConnectedApp = {
    id: newId('connected_app'),
    user_id: person.id,
    client_id: `https://assistant.example/${trust_level}.json`,
    name: 'Assistant',
    identity_host: 'assistant.example',
    redirect_host: 'assistant.example',
    base_url: url.origin,
    scopes: ['read', 'write'],
    trust_level,
    created_at: new Date(services.clock.now()).toISOString(),
    disconnected_at: null,
  };
  return { app, token: await mintAccessToken(services, app) };
}

/** Runs an operation as a person at the machine. */
export function atTheDesk({ services, url }: Connector, person: User) {
  return (operation: Operation, input: object) =>
    perform(
      services,
      operation,
      {
        user_id: person.id,
        credential: { kind: 'desk' },
        scopes: ['read', 'write'],
        via: 'cli',
        client: null,
        request_id: 'req_desk',
        ip: null,
        base_url: url.origin,
      },
      input,
    );
}
