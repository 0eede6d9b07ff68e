import type { PasswordHasher } from '../../server/ports.ts';

/** Passwords as if they were hashed: legible in tests, and at once. */
export function createPlainPasswords(): PasswordHasher {
  return {
    hash: async (password) => `hash of ${password}`,
    verify: async (password, hash) => hash === `hash of ${password}`,
    isOutdated: async (hash) => !hash.startsWith('hash of '),
  };
}
