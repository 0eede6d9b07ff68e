import type { SecretName, SecretStore, ServiceKey } from '../../server/ports.ts';

/** Keys without a disk. */
export function createMemorySecrets(): SecretStore {
  const secrets = new Map<SecretName, ServiceKey>();
  const listeners = new Set<(name: SecretName) => void>();
  return {
    read: async (name) => secrets.get(name) ?? null,
    async write(name, secret) {
      if (secret === null) secrets.delete(name);
      else secrets.set(name, secret);
      for (const listener of listeners) listener(name);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
