import { pino } from 'pino';
import { expect, it } from 'vitest';
import { systemClock } from '../clock.ts';
import { conflict } from '../errors.ts';
import { createLiveTopics } from '../live-topics.ts';
import { createTransferJobs } from './transfer-jobs.ts';

it.each([
  ['a refusal, which the person can mend, is told without a stack', conflict('They are there already.'), 30],
  ['a fault is an error with its stack', new Error('a fault'), 50],
])('in the log, %s', async (_, error, level) => {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const jobs = createTransferJobs(() => ({ clock: systemClock, log, topics: createLiveTopics() }));
  jobs.begin({ kind: 'import', through: 'computer', phase: 'reading', path: '/notes' }, () =>
    Promise.reject(error),
  );
  await jobs.idle();
  expect(jobs.job?.state).toBe('failed');
  expect(lines).toEqual([expect.stringContaining(`"level":${level}`)]);
  expect(lines.join('').includes('"stack"')).toBe(level === 50);
});
