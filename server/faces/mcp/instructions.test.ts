import { expect, test } from 'vitest';
import type { Role } from '../../domain/role.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../domain/settings.ts';
import { TRUST_LEVELS, type TrustLevel } from '../../domain/trust-level.ts';
import { instructionsFor } from './instructions.ts';

function instructions(
  role: Role,
  settings: Partial<Settings> = {},
  scopes: ('read' | 'write')[] = ['read', 'write'],
  app?: TrustLevel,
) {
  const user = {
    id: 'usr_1',
    username: 'ada',
    name: 'Ada Example',
    email: null,
    role,
    training_manager: false,
    disabled: false,
    password_hash: null,
    created_at: '',
    updated_at: '',
  };
  const actor = {
    user_id: user.id,
    credential:
      app === undefined
        ? ({ kind: 'personal_token', id: 'tok_1', name: 'laptop' } as const)
        : ({ kind: 'connected_app', id: 'app_1', name: 'Claude' } as const),
    scopes,
    via: 'mcp' as const,
    client: null,
    request_id: '',
    ip: null,
    base_url: '',
  };
  return instructionsFor({
    user,
    actor,
    trust: app ?? 'full',
    settings: { ...DEFAULT_SETTINGS, ...settings },
  });
}

test('say which workspace this is, as whom the assistant acts, and with what role', () => {
  const text = instructions('editor', { workspace_name: 'Handbook' });
  expect(text).toContain('“Handbook”');
  expect(text).toContain('Ada Example (ada)');
  expect(text).toContain('role is editor');
});

test.each([
  ['editor', 'strict', 'wait for an approver'],
  ['editor', 'open', 'take effect at once'],
  ['approver', 'strict', 'With this role publishing and changes take effect at once'],
  ['viewer', 'strict', 'change nothing'],
] as const)('tell the %s of a workspace in %s mode that changes %s', (role, approval_mode, expected) => {
  expect(instructions(role, { approval_mode })).toContain(expected);
});

test('send those who may write to the writing guide first', () => {
  expect(instructions('editor')).toContain('read writing_guide');
  expect(instructions('viewer')).not.toContain('writing_guide');
});

test('say when the token is read-only', () => {
  expect(instructions('admin', {}, ['read'])).toContain('read-only');
});

test.each([
  ['read', 'This app may read, and change nothing (level “Read only”).'],
  ['drafts', 'it may not publish'],
  ['review', 'wait until a person approves them, whatever your role and the approval mode are'],
  ['full', 'This app may do what this person may (level “Full”).'],
] as const)('tell an app of the level %s how far it may go, also an admin’s own', (level, expected) => {
  const text = instructions('admin', { approval_mode: 'open' }, ['read', 'write'], level);
  expect(text).toContain(expected);
  expect(text.includes('take effect at once')).toBe(level === 'full');
  expect(text.includes('writing_guide')).toBe(level !== 'read');
});

test('speak of an app only where one calls', () => {
  expect(instructions('admin')).not.toContain('This app');
  for (const level of TRUST_LEVELS)
    expect(instructions('editor', {}, ['read'], level)).toContain('This app may');
});

test('end with the guidance of the workspace, where it has one', () => {
  expect(instructions('editor', { guidance: 'Write in British English.' })).toMatch(
    /\n\nGuidance of this workspace:\nWrite in British English\.$/,
  );
  expect(instructions('editor')).not.toContain('Guidance');
});
