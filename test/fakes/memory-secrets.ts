import type { GivenSecrets, OwnSecretName, SecretName, SecretStore } from '../../server/ports.ts';

/** Keys without a disk. */
export function createMemorySecrets(): SecretStore {
  const secrets: Partial<GivenSecrets> = {};
  const own = new Map<OwnSecretName, Promise<string>>();
  const listeners = new Set<(name: SecretName) => void>();
  return {
    read: async (name) => secrets[name] ?? null,
    async write(name, secret) {
      if (secret === null) delete secrets[name];
      else Object.assign(secrets, { [name]: secret });
      for (const listener of listeners) listener(name);
    },
    own(name, make) {
      const made = own.get(name) ?? make();
      own.set(name, made);
      return made;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
