import { z } from 'zod';
import { COMMAND } from '../command-name.ts';
import type { Provenance } from '../domain/document.ts';
import type { User } from '../domain/user.ts';
import { unknown } from '../errors.ts';
import type { Actor, Credential, OperationContext } from './define.ts';

export const personSchema = z.object({ id: z.string(), username: z.string(), name: z.string() });
export const provenanceSchema = personSchema.extend({
  via: z.enum(['rest', 'mcp', 'app', 'cli', 'upload', 'import', 'system']),
  client: z.string().nullable().describe('Connected app or token that it came through'),
  sitting: z
    .string()
    .nullable()
    .describe('Sitting of that app or token; null for what people did themselves'),
});

type Person = z.infer<typeof personSchema>;

/** How a person is named to others. People are never deleted, only disabled, so a name always resolves. */
export function person(context: OperationContext, userId: string): Person {
  const user = context.services.store.tables.users.get(userId);
  return { id: userId, username: user?.username ?? 'system', name: user?.name ?? 'Commonplace' };
}

export function provenance(context: OperationContext, by: Provenance): z.infer<typeof provenanceSchema> {
  const { user_id: userId, via, client, sitting = null } = by;
  return { ...person(context, userId), via, client, sitting };
}

/** Who makes this change, and through what. */
export function provenanceOf({ actor, user, sittingId }: OperationContext): Provenance {
  const sitting = sittingId();
  return {
    user_id: user.id,
    via: actor.via,
    client: clientOf(actor),
    ...(sitting !== null && { sitting }),
  };
}

/**
 * What a call came through, by the one name that it has everywhere: the app as the person let it in, the token as
 * they named it. What a program calls itself in its messages is its own affair, and could be any name.
 */
export function clientOf({ credential, client }: Pick<Actor, 'credential' | 'client'>): string | null {
  return 'name' in credential ? credential.name : client;
}

/** The id of the credential, for rules about "the same credential"; null at the desk. */
export function credentialId({ actor }: OperationContext): string | null {
  return credentialIdOf(actor.credential);
}

/** The id of a credential, or null for the desk and for the program itself, which have none. */
export function credentialIdOf(credential: Credential): string | null {
  return 'id' in credential ? credential.id : null;
}

/** The answer to an admin who names a user that there is not. */
export const unknownUser = () =>
  unknown('user', `See who there is under Spaces and people, or with: ${COMMAND} user list`);

/** A person by username, or null. Username comparison is exact: usernames are lower case. */
export function findUser(context: OperationContext, username: string): User | null {
  return context.services.views.userByName(username) ?? null;
}
