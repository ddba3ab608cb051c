import { beforeAll, expect, test } from 'vitest';
import { Admin } from '../harness/admin.ts';
import { TestServer, waitUntil } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';

let project: TestProject;
let admin: Admin;
beforeAll(async () => {
  project = await TestProject.create(await TestServer.shared());
  admin = new Admin(project);
});

const newFlag = (own: Admin, key: string) => own.done('POST', '/v1/flags', { key, name: key, platforms: ['web'] });
const soon = (ms: number) => new Date(Date.now() + ms).toISOString();
const percentageOf = async (own: Admin, key: string) => (await own.targeting(key)).rollout?.percentage;

interface ScheduleRow {
  readonly id: string;
  readonly status: string;
  readonly steps: readonly { readonly late_seconds: number | null }[];
}

test('a flag is turned on when it is time, in steps', async () => {
  await newFlag(admin, 'monday');
  const path = '/v1/flags/monday/schedules';
  const steps = [10, 100].map((percentage, index) => ({
    at: soon(600 + 500 * index),
    rollout: { percentage, value: true },
  }));
  const { id } = await admin.done<ScheduleRow>('POST', path, { steps });
  expect(await percentageOf(admin, 'monday')).toBeUndefined();
  await waitUntil(async () => (await percentageOf(admin, 'monday')) === 100);
  await waitUntil(async () => {
    const [row] = await admin.done<ScheduleRow[]>('GET', path);
    return row?.id === id && row.status === 'completed';
  });
  const history = await admin.done<{ action: string; comment: string }[]>('GET', '/v1/flags/monday/history');
  expect(history.map(({ action }) => action)).toEqual(['scheduled', 'scheduled', 'schedule_created', 'created']);
  expect(history[1]?.comment).toMatch(/^Scheduled by .* step 1 of 2$/);
});

test('times are of the project; those that are over or do not exist are refused', async () => {
  await admin.done('PATCH', '/v1/project', { timezone: 'Europe/Berlin' });
  await newFlag(admin, 'times');
  const create = (at: string) =>
    admin.call('POST', '/v1/flags/times/schedules', { steps: [{ at, rollout: { percentage: 5, value: true } }] });
  const skipped = await create('2027-03-28T02:30');
  expect([skipped.status, skipped.error.details?.fieldErrors]).toEqual([
    400,
    { 'steps.0.at': [expect.stringContaining('The next valid time is 2027-03-28T03:00.')] },
  ]);
  expect((await create('2020-01-01T09:00')).status).toBe(400);
  expect((await create('soon')).status).toBe(400);
  const good = await create('2027-10-31T02:30');
  expect(good.data<{ steps: { at: string }[] }>().steps[0]?.at).toBe('2027-10-31T00:30:00.000Z');
  const cancel = `/v1/flags/times/schedules/${good.data<ScheduleRow>().id}/cancel`;
  expect((await admin.call('POST', cancel, {})).data()).toMatchObject({ status: 'cancelled' });
  expect((await admin.call('POST', cancel, {})).status).toBe(409);
});

test.each(['decided', 'recorded'])(
  'a server killed when a step is %s makes it once, after a restart',
  async (moment) => {
    const own = await TestServer.start({ env: { LP_FAIL_POINTS: `schedule.${moment}=kill` } });
    try {
      const ofOwn = await TestProject.create(own);
      const before = new Admin(ofOwn);
      await newFlag(before, 'fatal');
      const steps = [{ at: soon(500), rollout: { percentage: 30, value: true } }];
      await before.done('POST', '/v1/flags/fatal/schedules', { steps });
      await waitUntil(async () => own.hasEnded);
      await own.restart({ LP_FAIL_POINTS: '' });
      const after = new Admin(ofOwn.on(own));
      await waitUntil(async () => (await percentageOf(after, 'fatal')) === 30);
      const history = await after.done<{ action: string }[]>('GET', '/v1/flags/fatal/history');
      expect(history.filter(({ action }) => action === 'scheduled')).toHaveLength(1);
      const [row] = await after.done<ScheduleRow[]>('GET', '/v1/flags/fatal/schedules');
      expect(row).toMatchObject({ status: 'completed', steps: [{ late_seconds: expect.any(Number) }] });
    } finally {
      await own.dispose();
    }
  },
);
