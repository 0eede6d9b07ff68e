import { describe, expect, it } from 'vitest';
import { asCsv, asJson } from './audit-export.ts';
import { ANYTHING, queryOf, type AuditEntry } from './audit-filter.ts';

const ENTRY: AuditEntry = {
  seq: 7,
  at: '2026-11-21T08:00:00.000Z',
  user_id: 'usr_1',
  username: 'ada',
  via: 'mcp',
  client: 'Claude',
  credential_id: 'app_1',
  ip: null,
  request_id: 'req_1',
  action: 'documents.update',
  target: { type: 'document', id: 'doc_1' },
  subject: 'Kettle',
  result: 'ok',
  details: null,
};

describe('the audit log as CSV', () => {
  it('has a heading line and a line for each entry', () => {
    const [heading, line] = asCsv([ENTRY]).split('\r\n');
    expect(heading).toMatch(/^seq,at,username,via,client,action,target_type,target_id,/);
    expect(line).toBe(
      '7,2026-11-21T08:00:00.000Z,ada,mcp,Claude,documents.update,document,doc_1,Kettle,ok,,,req_1,',
    );
  });

  it('quotes what would break a line', () => {
    expect(asCsv([{ ...ENTRY, subject: 'A "big", pot\nof tea' }])).toContain('"A ""big"", pot\nof tea"');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)'])('makes the formula %s text', (subject) => {
    expect(asCsv([{ ...ENTRY, subject }])).toContain(`,'${subject},`);
  });
});

describe('the audit log as JSON', () => {
  it('is the entries as they are', () => {
    expect(JSON.parse(asJson([ENTRY]))).toEqual([ENTRY]);
  });
});

describe('a filter', () => {
  it('that is empty asks for anything', () => {
    expect(queryOf(ANYTHING)).toEqual({});
  });

  it('takes both days whole', () => {
    const { since, until } = queryOf({ ...ANYTHING, from: '2026-11-20', to: '2026-11-20' });
    expect(new Date(until ?? '').getTime() - new Date(since ?? '').getTime()).toBe(86_400_000 - 1);
  });

  it('leaves out a way in that there is not', () => {
    expect(queryOf({ ...ANYTHING, via: 'pigeon', username: 'ada' })).toEqual({ username: 'ada' });
  });
});
