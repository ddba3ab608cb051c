import { expect, test } from 'vitest';
import type { Logger } from '../../telemetry/logger.ts';
import { BackupJobs } from './backup-jobs.ts';
import type { BackupMaker } from './backup-maker.ts';
import type { Job, JobStore } from './job-store.ts';

const silent = { info() {}, warn() {}, error() {} } as unknown as Logger;
const actor = { kind: 'operator', id: 'o', name: 'O' } as const;

/** Jobs in memory, and a maker that notes what it is asked for. */
function stage(verify: () => Promise<void> = async () => undefined) {
  const steps: string[] = [];
  const jobs: Job[] = [];
  const change = async (id: string, part: Partial<Job>): Promise<Job> => {
    const at = jobs.findIndex((job) => job.id === id);
    jobs[at] = { ...(jobs[at] as Job), ...part };
    return jobs[at] as Job;
  };
  const store = {
    create: async ({ input }) => {
      const id = `${jobs.length}`;
      jobs.push({ id, input, kind: 'backup', status: 'queued', createdAtMs: jobs.length, error: null } as Job);
      return jobs.at(-1) as Job;
    },
    start: (id) => change(id, { status: 'running' }),
    finish: (id) => change(id, { status: 'done' }),
    fail: (id, error) => change(id, { status: 'failed', error }),
    unfinished: async () => jobs.filter(({ status }) => status === 'queued' || status === 'running'),
    list: async () => ({ rows: jobs, nextCursor: null }),
  } as Partial<JobStore> as JobStore;
  const edge = { id: 'this', name: () => 'this server', isAlive: async (id: string) => id === 'alive' };
  let isMaking = false;
  const maker: BackupMaker = {
    make: async (name, { isScheduled = false } = {}) => {
      steps.push(
        `${isMaking ? 'at the same time: ' : ''}make ${name.slice(-5)}${isScheduled ? ' by the schedule' : ''}`,
      );
      isMaking = true;
      await new Promise(setImmediate);
      isMaking = false;
      return { files: 1, bytes: 1 };
    },
    verify: async (name) => {
      steps.push(`verify ${name.slice(-5)}`);
      await verify();
    },
    remove: async (name) => void steps.push(`remove ${name.slice(-5)}`),
    names: async () => ['1970-01-01T00-00-00.001Z'],
    scheduled: async () => [],
    clear: async () => undefined,
  };
  return { backups: new BackupJobs({ jobs: store, scheduledJobs: store, maker, edge, logger: silent }), jobs, steps };
}

test('one of the schedule is done when it has been read again', async () => {
  const { backups, jobs, steps } = stage();
  await backups.makeScheduled();
  expect(steps).toEqual(['make .000Z by the schedule', 'verify .000Z']);
  expect(jobs.map(({ status }) => status)).toEqual(['done']);
});

test('one of the schedule that is damaged is removed, its job has failed, and the schedule hears of it', async () => {
  const { backups, jobs, steps } = stage(async () => {
    throw new Error('a file is damaged');
  });
  await expect(backups.makeScheduled()).rejects.toThrow('a file is damaged');
  expect(steps.at(-1)).toBe('remove .000Z');
  expect(jobs).toMatchObject([{ status: 'failed', error: 'a file is damaged' }]);
});

test('those that are asked for and those of the schedule are never made at the same time', async () => {
  const { backups, steps } = stage();
  await Promise.all([backups.makeScheduled(), backups.begin(actor), backups.makeScheduled(), backups.begin(actor)]);
  await backups.stop();
  expect(steps.filter((step) => step.startsWith('make'))).toHaveLength(4);
  expect(steps.filter((step) => step.includes('at the same time'))).toEqual([]);
});

test('of a list of names those that were made here are known, and of the list whether they are still there', async () => {
  const { backups } = stage();
  await backups.makeScheduled();
  await backups.makeScheduled();
  const names = ['1970-01-01T00-00-00.001Z', '2020-01-01T00-00-00.000Z'];
  expect([...(await backups.madeHere(names))]).toEqual([names[0]]);
  expect((await backups.list({ limit: 10 })).rows.map(({ isOnDisk }) => isOnDisk)).toEqual([false, true]);
});

test('a start gives up what this edge or a dead one had begun, and not what a living one is making', async () => {
  const { backups, jobs } = stage();
  const edges = ['this', 'dead', 'alive', undefined];
  for (const edge of edges) {
    const input = edge === undefined ? {} : { edge };
    jobs.push({ id: `${jobs.length}`, kind: 'backup', status: 'running', input } as Job);
  }
  await backups.giveUpUnfinished();
  expect(jobs.map(({ status }) => status)).toEqual(['failed', 'failed', 'running', 'failed']);
  expect((await backups.begin(actor)).input).toEqual({ edge: 'this', server: 'this server' });
});
