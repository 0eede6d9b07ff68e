import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildServices } from '../../test/builders/services.ts';
import type { Backup } from '../backup-ports.ts';
import type { Doctor } from '../doctor-ports.ts';
import type { Services } from '../operations/define.ts';
import { createDoctor } from './create-doctor.ts';
import { PATIENCE } from '../../test/patience.ts';

const BASE = 'https://kb.example.com';
const nobody = {
  resolve: () => Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })),
  route: (to: { addresses: readonly never[]; port: number }) => to,
  authorities: [],
};

describe('rows about this computer, after a run', () => {
  let services: Services;
  let doctor: Doctor<Services>;
  let looks: number;
  let answerList: () => Promise<Backup[]>;

  beforeEach(async () => {
    const built = buildServices();
    const at = new Date(built.clock.now()).toISOString();
    const fresh: Backup[] = [{ name: 'a.zip', at, kind: 'manual', size: 1 }];
    answerList = async () => fresh;
    const list = () => {
      looks += 1;
      return answerList();
    };
    services = { ...built, backups: { ...built.backups, list }, mirror: { ...built.mirror } };
    doctor = createDoctor({
      clock: built.clock,
      topics: built.topics,
      listenerUrl: () => null,
      network: nobody,
    });
    await doctor.examine({ ...services, doctor }, { address: BASE, userId: 'usr_nobody' });
    looks = 0;
  });
  afterEach(() => doctor.close());

  const backupRow = () => doctor.last?.rows.find(({ id }) => id === 'backup');

  test('say that the Markdown mirror waits, and that it goes on, as soon as it does', async () => {
    expect(backupRow()).toMatchObject({ status: 'green' });
    const running = services.mirror.status;
    const problem = { message: 'The disk is full.', hint: null };
    Object.assign(services.mirror, { status: { ...running, state: 'waiting', problem } });
    services.topics.announce('markdown_mirror');
    await vi.waitUntil(() => backupRow()?.status === 'amber', PATIENCE);
    Object.assign(services.mirror, { status: running });
    services.topics.announce('markdown_mirror');
    await vi.waitUntil(() => backupRow()?.status === 'green', PATIENCE);
  });

  test('are not looked at more often than the disk answers, however much is announced, nor after the end', async () => {
    const { promise: asked, resolve: tellAsked } = Promise.withResolvers<void>();
    const { promise: answered, resolve: answer } = Promise.withResolvers<Backup[]>();
    answerList = () => {
      tellAsked();
      return answered;
    };
    services.topics.announce('backups');
    await asked;
    for (let time = 1; time <= 100; time += 1) services.topics.announce('backups');
    const closed = doctor.close();
    answer([]);
    await closed;
    expect(looks).toBe(1);
  });
});
