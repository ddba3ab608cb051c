import { expect, test } from 'vitest';
import type { Logger } from '../../../telemetry/logger.ts';
import type { Schedule } from './schedule.ts';
import { ScheduleRunner } from './schedule-runner.ts';

/** A runner over one schedule with steps at these times, and what it did, in order. */
function running(times: readonly number[]) {
  const done: string[] = [];
  const world = { nowMs: 0, isHere: true, step: 0 };
  const runner = new ScheduleRunner({
    now: () => world.nowMs,
    isHere: () => world.isHere,
    publish: async () => done.push('published'),
    logger: {} as Logger,
    schedules: {
      due: async (nowMs) =>
        (times[world.step] ?? Number.POSITIVE_INFINITY) <= nowMs
          ? [{ projectId: 'p', id: 's', step: world.step } as Schedule]
          : [],
      runStep: async (_project, _id, step, nowMs) => {
        done.push(`step ${step} at ${nowMs}`);
        world.step += 1;
        return true;
      },
    },
  });
  return { runner, world, done };
}

test('nothing is made before it is due', async () => {
  const { runner, world, done } = running([10]);
  world.nowMs = 9;
  await runner.look();
  expect(done).toEqual([]);
  world.nowMs = 10;
  await runner.look();
  await runner.look();
  expect(done).toEqual(['step 0 at 10', 'published']);
});

test('all steps that became due meanwhile are made in order', async () => {
  const { runner, world, done } = running([10, 20, 99]);
  world.nowMs = 50;
  await runner.look();
  expect(done).toEqual(['step 0 at 50', 'published', 'step 1 at 50', 'published']);
});

test('a process that does not hold the lease makes nothing', async () => {
  const { runner, world, done } = running([10]);
  Object.assign(world, { nowMs: 50, isHere: false });
  await runner.look();
  expect(done).toEqual([]);
});
