import { HOUR_MS, MINUTE_MS } from '@lamppost/protocol';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ControlPlane } from '../../../compose/control/control-plane.ts';
import type { Actor } from '../../../control/actor.ts';
import { ApprovalRequested } from '../../../control/control-errors.ts';
import { ada, changesOf, newTestProject, type TestProject, versionOf } from '../../../control/test-project.contract.ts';
import type { NewSchedule } from './schedule-store.ts';

const grace: Actor = { kind: 'member', id: 'm-grace', name: 'Grace' };

export function scheduleStoreContract(open: () => Promise<ControlPlane>): void {
  describe('ScheduleStore', () => {
    let control: ControlPlane;
    let project: TestProject;
    beforeAll(async () => {
      control = await open();
      project = await newTestProject(control, 'later');
    });
    afterAll(() => control.close());

    let flags = 0;
    const newFlag = async (environment = 'production') => {
      flags += 1;
      const key = `later_${flags}`;
      await control.flags.create({ projectId: project.projectId, key, name: key, platforms: ['web'] }, ada);
      return { projectId: project.projectId, flag: key, environment };
    };
    type Scope = Awaited<ReturnType<typeof newFlag>>;
    const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
    const rollOut = (hours: number, percentage: number) => ({
      at: inHours(hours),
      rollout: { percentage, value: true },
    });
    const create = async (scope: Scope, steps: NewSchedule['steps'], actor = ada) => {
      const schedule = await control.schedules.create(scope, { id: uuidv7(), steps }, actor, 'launch');
      if (schedule === undefined) throw new Error('No such flag.');
      return schedule;
    };
    const run = (id: string, step: number, hours: number) =>
      control.schedules.runStep(project.projectId, id, step, Date.now() + hours * HOUR_MS);
    const percentageOf = async (scope: Scope) => (await control.flags.targeting(scope))?.rollout?.percentage;
    const find = (id: string) => control.schedules.find(project.projectId, id);

    test('steps hold their exact difference, each against the one before, and nothing changes yet', async () => {
      const scope = await newFlag();
      const version = await versionOf(control, project.projectId, 'production');
      const schedule = await create(scope, [rollOut(1, 10), rollOut(2, 100)]);
      expect(schedule.steps.map(({ before, after }) => [before, after])).toEqual([
        [{ rollout: null }, { rollout: { percentage: 10, value: true } }],
        [{ rollout: { percentage: 10, value: true } }, { rollout: { percentage: 100, value: true } }],
      ]);
      expect(await percentageOf(scope)).toBeUndefined();
      expect(await versionOf(control, project.projectId, 'production')).toBe(version);
      expect((await changesOf(control, project.projectId))[0]).toMatchObject({
        entityType: 'schedule',
        action: 'schedule_created',
        entityKey: scope.flag,
        comment: 'launch',
      });
      const { rows } = (await control.schedules.list(scope, { limit: 5 })) ?? { rows: [] };
      expect(rows).toEqual([schedule]);
    });

    test('a step is made once, when it is due, and says whose it is and how late', async () => {
      const scope = await newFlag();
      const { id } = await create(scope, [rollOut(1, 10), rollOut(2, 100)]);
      expect(await run(id, 0, 0)).toBe(false);
      expect(await run(id, 1, 9)).toBe(false);
      const isDue = async (ms: number) => (await control.schedules.due(ms)).some((schedule) => schedule.id === id);
      expect([await isDue(Date.now() + HOUR_MS - MINUTE_MS), await isDue(Date.now() + HOUR_MS)]).toEqual([false, true]);
      const made = await Promise.all([run(id, 0, 1.5), run(id, 0, 1.5), run(id, 0, 1.5)]);
      expect(made.filter(Boolean)).toHaveLength(1);
      expect(await percentageOf(scope)).toBe(10);
      expect((await changesOf(control, project.projectId))[0]).toMatchObject({
        entityType: 'targeting',
        action: 'scheduled',
        actor: { kind: 'scheduler', name: 'Schedule' },
        comment: expect.stringMatching(/^Scheduled by Ada for .* \(UTC\), step 1 of 2, (29|30) min late: launch$/),
      });
      expect(await run(id, 1, 2)).toBe(true);
      expect(await percentageOf(scope)).toBe(100);
      expect(await find(id)).toMatchObject({ status: 'completed', step: 2 });
      expect(await isDue(Date.now() + 99 * HOUR_MS)).toBe(false);
    });

    test('a step is not made once somebody changed what it changes; other changes do not matter', async () => {
      const scope = await newFlag();
      const changed = await create(scope, [rollOut(1, 10)]);
      await control.flags.replaceRules(scope, [{ conditions: [], value: true }], ada);
      expect(await run(changed.id, 0, 1)).toBe(true);
      expect(await percentageOf(scope)).toBe(10);
      const overridden = await create(scope, [rollOut(1, 50)]);
      await control.flags.setRollout(scope, { percentage: 20, value: true }, grace);
      expect(await run(overridden.id, 0, 1)).toBe(true);
      expect(await percentageOf(scope)).toBe(20);
      expect(await find(overridden.id)).toMatchObject({
        status: 'stopped',
        reason: 'The flag was changed since the schedule was made.',
      });
      const archived = await create(scope, [rollOut(1, 60)]);
      await control.flags.update(project.projectId, scope.flag, { status: 'archived' }, ada);
      expect(await run(archived.id, 0, 1)).toBe(true);
      expect(await find(archived.id)).toMatchObject({ status: 'stopped', reason: 'The flag was archived.' });
    });

    test('one that is cancelled is never made', async () => {
      const scope = await newFlag();
      const { id } = await create(scope, [rollOut(1, 10)]);
      expect(await control.schedules.cancel(project.projectId, id, grace, 'not yet')).toMatchObject({
        status: 'cancelled',
      });
      expect(await run(id, 0, 2)).toBe(false);
      expect(await percentageOf(scope)).toBeUndefined();
      const again = control.schedules.cancel(project.projectId, id, grace);
      await expect(again).rejects.toMatchObject({ reason: 'SCHEDULE_OVER' });
    });

    test('what is over, out of order, of another type or changes nothing is refused', async () => {
      const scope = await newFlag();
      const refused: readonly [steps: NewSchedule['steps'], field: string][] = [
        [[rollOut(-1, 10)], 'steps.0.at'],
        [[rollOut(2, 10), rollOut(1, 20)], 'steps.1.at'],
        [[{ at: inHours(1) }], 'steps.0'],
        [[rollOut(1, 10), rollOut(2, 10)], 'steps.1'],
        [[{ at: inHours(1), rollout: { percentage: 5, value: 'yes' } }], 'steps.0.rollout.value'],
        [[rollOut(1, 101)], 'steps.0.rollout.percentage'],
        [[], 'steps'],
      ];
      for (const [steps, field] of refused) await expect(create(scope, steps)).rejects.toMatchObject({ field });
      expect((await control.schedules.list(scope, { limit: 5 }))?.rows).toEqual([]);
      const nowhere = { ...scope, flag: 'nowhere' };
      expect(await control.schedules.create(nowhere, { id: uuidv7(), steps: [rollOut(1, 5)] }, ada)).toBeUndefined();
    });

    test('where approval is required, the schedule is what is approved', async () => {
      await control.environments.setApproval(project.projectId, 'development', { secretKeys: 'request' }, ada);
      const scope = await newFlag('development');
      const error = await create(scope, [rollOut(1, 10)]).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(ApprovalRequested);
      expect((await control.schedules.list(scope, { limit: 5 }))?.rows).toEqual([]);
      const { id } = (error as ApprovalRequested).row as { id: string };
      expect(await control.changeRequests.approve(project.projectId, id, grace)).toMatchObject({ status: 'approved' });
      const [schedule] = (await control.schedules.list(scope, { limit: 5 }))?.rows ?? [];
      expect(schedule).toMatchObject({ status: 'scheduled', author: ada });
      expect(await run(schedule?.id ?? '', 0, 2)).toBe(true);
      expect(await percentageOf(scope)).toBe(10);
    });
  });
}
