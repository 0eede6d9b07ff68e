import { expect, it, vi } from 'vitest';
import type { Diagnosis } from '../domain/diagnosis.ts';
import { createLiveTopics } from '../live-topics.ts';
import { followDoctor } from './follow-doctor.ts';

const finishedAt = (at: string): Diagnosis => ({
  address: 'https://kb.example.com',
  was_paused: false,
  started_at: at,
  finished_at: at,
  total: 0,
  rows: [],
});

it('an own domain is looked at again once a run of the doctor has finished, and not for anything else', () => {
  const topics = createLiveTopics();
  const doctor: { last: Diagnosis | null } = { last: null };
  const lookAgain = vi.fn<() => void>();
  const stop = followDoctor({ lookAgain }, { topics, doctor });
  topics.announce('diagnostics');
  expect(lookAgain).not.toHaveBeenCalled();
  doctor.last = finishedAt('2026-03-01T09:00:00.000Z');
  topics.announce('public_access');
  expect(lookAgain).not.toHaveBeenCalled();
  topics.announce('diagnostics');
  topics.announce('diagnostics');
  expect(lookAgain).toHaveBeenCalledTimes(1);
  doctor.last = finishedAt('2026-03-01T09:05:00.000Z');
  topics.announce('diagnostics');
  expect(lookAgain).toHaveBeenCalledTimes(2);
  stop();
  doctor.last = finishedAt('2026-03-01T09:10:00.000Z');
  topics.announce('diagnostics');
  expect(lookAgain).toHaveBeenCalledTimes(2);
});
