import { onTestFinished } from 'vitest';
import type { User } from '../../server/domain/user.ts';
import type { PasswordHasher } from '../../server/ports.ts';
import { startRest, type RestConfig, type RestServer } from '../rest/rest-server.ts';
import { createVisitor, type Page, type Visitor } from './visitor.ts';

export const PASSWORD = 'lantern quarry velvet';

export interface SignInWorld {
  server: RestServer;
  visitor: (headers?: Record<string, string>) => Visitor;
  user(username: string): User;
  change(username: string, changes: Partial<User>): Promise<void>;
  /** Passwords that were compared with a hash, and that hash. */
  checked: { password: string; hash: string | null }[];
}

/** A listener over a workspace in memory, whose `editor` and `admin` have a password. */
export async function startSignIn(config: RestConfig = {}, passwords?: PasswordHasher): Promise<SignInWorld> {
  const server = await startRest(config);
  onTestFinished(() => server.close());
  const { workspace } = server;
  const checked: SignInWorld['checked'] = [];
  const plain = passwords ?? workspace.services.passwords;
  workspace.services.passwords = {
    ...plain,
    async verify(password, hash) {
      checked.push({ password, hash });
      return plain.verify(password, hash);
    },
  };
  const world: SignInWorld = {
    server,
    checked,
    visitor: (headers) => createVisitor(server.url, headers),
    user(username) {
      const user = workspace.services.views.userByName(username);
      if (!user) throw new Error(`There is no ${username}.`);
      return user;
    },
    async change(username, changes) {
      const tx = workspace.store.begin();
      tx.users.put({ ...world.user(username), ...changes });
      await tx.commit();
    },
  };
  for (const username of ['editor', 'admin'])
    await world.change(username, { password_hash: await workspace.services.passwords.hash(PASSWORD) });
  return world;
}

/** Signs in with the form, as `editor` unless told otherwise. */
export function signIn(visitor: Visitor, fields: Record<string, string> = {}): Promise<Page> {
  return visitor.submit('/sign-in', { username: 'editor', password: PASSWORD, ...fields });
}

/** Whether the visitor's cookies sign anybody in. */
export async function isSignedIn(visitor: Visitor): Promise<boolean> {
  return (await visitor.open('/account')).status === 200;
}
