import { describe, expect, it } from 'vitest';
import { CallFailed } from '../client/transport.ts';
import { formProblems } from './form-problems.ts';

const refusal = (message: string, hint: string | null = 'Correct it.') =>
  new CallFailed({ code: 'bad_request', message, status: 400, hint, details: {} });

describe('what a form says after a refusal', () => {
  it('is nothing as long as nothing was refused', () => {
    expect(formProblems(null, ['name'])).toEqual({ fields: {}, rest: null });
  });

  it('stands at the field that it is about, as a sentence', () => {
    expect(formProblems(refusal('name: must not be empty; email: is required'), ['name', 'email'])).toEqual({
      fields: { name: 'It must not be empty.', email: 'It is required.' },
      rest: null,
    });
  });

  it('stands above the form when the form has no such field, with what to do', () => {
    expect(formProblems(refusal('role: is required; This is the last admin.'), ['name'])).toEqual({
      fields: {},
      rest: { message: 'role: is required; This is the last admin.', hint: 'Correct it.' },
    });
  });
});
