import { safeStorage } from 'electron';
import type { SecretBox } from '../server/desktop-ports.ts';
import type { SecretProtection } from '../server/domain/desktop-preferences.ts';

export interface Protection {
  /** Undefined where the system guards nothing: the files are readable by their owner only, as without the shell. */
  box: SecretBox | undefined;
  protection: SecretProtection;
}

/**
 * Keychain, DPAPI or the desktop's keyring, if there is one (security E9). Linux without a keyring encrypts with a
 * password that everybody knows (`basic_text`): that would protect nothing and bind the folder to this computer.
 */
export async function findProtection(): Promise<Protection> {
  const isGuarded = (await safeStorage.isAsyncEncryptionAvailable()) && !isWellKnownPassword();
  if (!isGuarded) return { box: undefined, protection: 'file_permissions' };
  return { box: keyring, protection: 'operating_system' };
}

function isWellKnownPassword(): boolean {
  return process.platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text';
}

const keyring: SecretBox = {
  seal: async (text) => (await safeStorage.encryptStringAsync(text)).toString('base64'),
  open: async (sealed) => (await safeStorage.decryptStringAsync(Buffer.from(sealed, 'base64'))).result,
};
