import { describe, expect, it } from 'vitest';
import { firstProblem, summary, unexplained } from './words.ts';

const PUBLIC = 'https://kb.example.com';
const rows = (...statuses: Parameters<typeof summary>[0][number]['status'][]) =>
  statuses.map((status) => ({ status }));

describe('the line above a diagnosis', () => {
  it('says that all is well when nothing is red or amber', () => {
    expect(summary(rows('green', 'skipped', 'green'), PUBLIC)).toBe('All is well');
    expect(summary(rows('green'), 'http://127.0.0.1:7420')).toBe('All is well on this computer');
  });

  it('counts what is broken before what is worth a look', () => {
    expect(summary(rows('amber', 'red', 'green', 'amber'), PUBLIC)).toBe(
      'One thing broken, 2 things to look at',
    );
    expect(summary(rows('amber'), PUBLIC)).toBe('One thing to look at');
    expect(summary(rows('amber', 'red'), PUBLIC)).toBe('One thing broken, one thing to look at');
  });

  it('names what to mend first: the first broken row, else the first that is worth a look', () => {
    const all = rows('green', 'amber', 'red', 'red');
    expect(firstProblem(all)).toBe(all[2]);
    expect(firstProblem(all.slice(0, 2))).toBe(all[1]);
    expect(firstProblem(rows('green', 'skipped'))).toBeUndefined();
  });
});

describe('an attempt that broke off', () => {
  const brokenOff = { state: 'stalled', steps: [{ at: '2026-11-21T12:00:00.000Z' }] } as const;

  it('wants a check, unless one was made since', () => {
    expect(unexplained([brokenOff], { started_at: '2026-11-21T11:00:00.000Z' })).toBe(
      '2026-11-21T12:00:00.000Z',
    );
    expect(unexplained([brokenOff], { started_at: '2026-11-21T12:05:00.000Z' })).toBeNull();
  });

  it('is of the past once another one goes well', () => {
    const well = { state: 'connected', steps: [{ at: '2026-11-21T12:10:00.000Z' }] } as const;
    expect(unexplained([well, brokenOff], { started_at: '2026-11-21T11:00:00.000Z' })).toBeNull();
    expect(unexplained([], null)).toBeNull();
  });
});
