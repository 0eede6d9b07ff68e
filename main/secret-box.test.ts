import { afterEach, expect, it } from 'vitest';
import { system } from '../test/fakes/electron.ts';
import { findProtection } from './secret-box.ts';

const { keyring } = system;
afterEach(() => {
  system.keyring = keyring;
});

it('what was sealed is opened again, and does not say what it is', async () => {
  const { box, protection } = await findProtection();
  const sealed = (await box?.seal('sk-1')) ?? '';
  expect(protection).toBe('operating_system');
  expect(Buffer.from(sealed, 'base64').toString()).not.toContain('sk-1');
  expect(await box?.open(sealed)).toBe('sk-1');
});

it('a system without a keyring guards nothing', async () => {
  system.keyring = 'none';
  expect(await findProtection()).toEqual({ box: undefined, protection: 'file_permissions' });
});

it.runIf(process.platform === 'linux')('nor does a password that everybody knows', async () => {
  system.keyring = 'basic_text';
  expect(await findProtection()).toEqual({ box: undefined, protection: 'file_permissions' });
});
