import { describe, expect, it } from 'vitest';
import type { ChangeRequestHead } from '../domain/change-request.ts';
import type { Role } from '../domain/role.ts';
import type { Space } from '../domain/space.ts';
import type { User } from '../domain/user.ts';
import { mayDecide } from './change-requests.ts';

const user = (role: Role) => ({ id: 'usr_1', role, disabled: false }) as User;
const space = { id: 'spc_1', slug: 'handbook', visibility: 'workspace', members: {} } as unknown as Space;
const request = { credential_id: 'tok_made_it' } as ChangeRequestHead;

describe('"a request is never approved by the credential that made it" (decisions, "Self-approval")', () => {
  it.each<[Role, string | null, boolean]>([
    ['approver', 'tok_made_it', false],
    ['admin', 'tok_made_it', false],
    ['approver', 'tok_other', true],
    ['approver', null, true],
    ['editor', null, false],
    ['viewer', null, false],
  ])('%s with the credential %s: %s', (role, credential, allowed) => {
    expect(mayDecide(user(role), credential, request, space).allowed).toBe(allowed);
  });
});
