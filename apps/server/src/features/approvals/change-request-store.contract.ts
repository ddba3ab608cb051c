import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ControlPlane } from '../../compose/control/control-plane.ts';
import type { Actor } from '../../control/actor.ts';
import { ApprovalRequested, NotPermitted } from '../../control/control-errors.ts';
import { ada, changesOf, newTestProject, type TestProject, versionOf } from '../../control/test-project.contract.ts';

const grace: Actor = { kind: 'member', id: 'm-grace', name: 'Grace' };
const key: Actor = { kind: 'api_key', id: 'k-1', name: 'secret key' };

interface Row {
  readonly id: string;
  readonly origin: string;
  readonly config_version: string;
}

export function changeRequestStoreContract(open: () => Promise<ControlPlane>): void {
  describe('ChangeRequestStore', () => {
    let control: ControlPlane;
    let project: TestProject;
    beforeAll(async () => {
      control = await open();
      project = await newTestProject(control, 'approvals');
      await control.environments.setApproval(project.projectId, 'production', { secretKeys: 'request' }, ada);
    });
    afterAll(() => control.close());

    let flags = 0;
    const newFlag = async () => {
      flags += 1;
      const { projectId } = project;
      const flag = { projectId, key: `asked_${flags}`, name: 'F', platforms: ['web'] };
      return (await control.flags.create(flag, ada)).key;
    };
    const scope = (flag: string, environment = 'production') => ({ projectId: project.projectId, flag, environment });
    const roll = (flag: string, percentage: number, actor = ada) =>
      control.flags.setRollout(scope(flag), { percentage, value: true }, actor, 'please');
    /** The request that an edit becomes. */
    const requested = async (edit: Promise<unknown>): Promise<Row> => {
      const error = await edit.then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(ApprovalRequested);
      return (error as ApprovalRequested).row as Row;
    };
    const approve = (id: string, actor = grace) => control.changeRequests.approve(project.projectId, id, actor, 'fine');
    const percentageOf = async (flag: string) => (await control.flags.targeting(scope(flag)))?.rollout?.percentage;

    test('an edit becomes a request with its exact difference, and changes nothing', async () => {
      const flag = await newFlag();
      const version = await versionOf(control, project.projectId, 'production');
      const row = await requested(roll(flag, 30));
      expect(row).toMatchObject({
        status: 'pending',
        is_outdated: false,
        origin: 'member',
        author: ada,
        comment: 'please',
        environment_id: project.production,
        entity_type: 'targeting',
        entity_key: flag,
        action: 'rollout_set',
        config_version: String(version),
        changes: [{ before: null, after: { rollout: { percentage: 30, value: true } } }],
      });
      expect(await percentageOf(flag)).toBeUndefined();
      expect(await versionOf(control, project.projectId, 'production')).toBe(version);
      const [last] = await changesOf(control, project.projectId);
      expect(last).toMatchObject({ entityType: 'change_request', action: 'requested', actor: ada, entityKey: flag });
    });

    test('what is approved is made at once, in the name of its author', async () => {
      const flag = await newFlag();
      const { id } = await requested(roll(flag, 30));
      expect(await approve(id)).toMatchObject({ status: 'approved', decidedBy: grace, decisionComment: 'fine' });
      expect(await percentageOf(flag)).toBe(30);
      const [decision, made] = await changesOf(control, project.projectId);
      expect(decision).toMatchObject({ entityType: 'change_request', action: 'approved', actor: grace });
      expect(made).toMatchObject({
        entityType: 'targeting',
        action: 'rollout_set',
        actor: ada,
        comment: 'Approved by Grace: please',
      });
      await expect(approve(id)).rejects.toMatchObject({ reason: 'CHANGE_REQUEST_CLOSED' });
    });

    test('nobody approves or rejects their own, and only the author withdraws', async () => {
      const flag = await newFlag();
      const { id } = await requested(roll(flag, 30));
      await expect(approve(id, ada)).rejects.toThrow(NotPermitted);
      await expect(control.changeRequests.reject(project.projectId, id, ada)).rejects.toThrow(NotPermitted);
      await expect(control.changeRequests.withdraw(project.projectId, id, grace)).rejects.toThrow(NotPermitted);
      expect(await control.changeRequests.withdraw(project.projectId, id, ada)).toMatchObject({ status: 'withdrawn' });
      await expect(approve(id)).rejects.toMatchObject({ reason: 'CHANGE_REQUEST_CLOSED' });
      expect(await percentageOf(flag)).toBeUndefined();
    });

    test('a rejected request changes nothing', async () => {
      const flag = await newFlag();
      const { id } = await requested(roll(flag, 30));
      const rejected = await control.changeRequests.reject(project.projectId, id, grace, 'too fast');
      expect(rejected).toMatchObject({ status: 'rejected', decisionComment: 'too fast' });
      expect(await percentageOf(flag)).toBeUndefined();
    });

    test('a request is out of date once what it changes was changed', async () => {
      const flag = await newFlag();
      const [first, second] = [await requested(roll(flag, 30)), await requested(roll(flag, 40))];
      await approve(first.id);
      expect(await control.changeRequests.find(project.projectId, second.id)).toMatchObject({ isOutdated: true });
      await expect(approve(second.id)).rejects.toMatchObject({ reason: 'CHANGE_REQUEST_OUTDATED' });
      expect(await percentageOf(flag)).toBe(30);
      // A kill is a change, also when it has been taken back since.
      const third = await requested(roll(flag, 50));
      await control.flags.kill(scope(flag), { reason: 'fire' }, ada);
      await control.flags.restore(scope(flag), ada);
      await expect(approve(third.id)).rejects.toMatchObject({ reason: 'CHANGE_REQUEST_OUTDATED' });
      expect(await percentageOf(flag)).toBe(30);
      // It can still be closed.
      expect(await control.changeRequests.reject(project.projectId, third.id, grace)).toMatchObject({
        status: 'rejected',
        isOutdated: false,
      });
    });

    test('a copy is out of date once its source was changed', async () => {
      const flag = await newFlag();
      const dev = (percentage: number) =>
        control.flags.setRollout(scope(flag, 'development'), { percentage, value: true }, ada);
      await dev(10);
      const copy = { projectId: project.projectId, flag, from: 'development', to: 'production' };
      const { id } = await requested(control.flags.copyTargeting(copy, ada));
      await dev(20);
      await expect(approve(id)).rejects.toMatchObject({ reason: 'CHANGE_REQUEST_OUTDATED' });
      expect(await percentageOf(flag)).toBeUndefined();
      await dev(10);
      await approve(id);
      expect(await percentageOf(flag)).toBe(10);
    });

    test('kill and restore take effect at once, and the log says that nobody approved them', async () => {
      const flag = await newFlag();
      await control.flags.kill(scope(flag), { reason: 'fire' }, ada);
      await control.flags.restore(scope(flag), ada, 'fixed');
      const [restored, killed] = await changesOf(control, project.projectId);
      expect(killed).toMatchObject({ action: 'killed', comment: 'Without approval' });
      expect(restored).toMatchObject({ action: 'restored', comment: 'Without approval: fixed' });
    });

    test('a change of the default value waits, one of the name does not', async () => {
      const flag = await newFlag();
      const update = (patch: object) => control.flags.update(project.projectId, flag, patch, ada);
      await update({ name: 'Renamed' });
      const { id } = await requested(update({ defaultValue: true }));
      expect(await control.changeRequests.find(project.projectId, id)).toMatchObject({ environmentId: null });
      await approve(id);
      expect(await control.flags.find(project.projectId, flag)).toMatchObject({ name: 'Renamed', defaultValue: true });
    });

    test('an experiment ends together with the flag that ships it, or not at all', async () => {
      const flag = await newFlag();
      const { projectId } = project;
      const experiment = await control.experiments.create(
        {
          projectId,
          environment: 'production',
          key: `asked_${flag}`,
          name: 'E',
          variants: [
            { key: 'a', name: 'A', weight: 50, isControl: true },
            { key: 'b', name: 'B', weight: 50 },
          ],
          metrics: [{ eventName: 'bought', metricType: 'conversion', isPrimary: true }],
        },
        ada,
      );
      const started = await requested(control.experiments.start(projectId, experiment.id, ada));
      await approve(started.id);
      const outcome = { winner: 'b', flag: { key: flag, value: true } };
      const { id } = await requested(control.experiments.complete(projectId, experiment.id, outcome, ada));
      const request = await control.changeRequests.find(projectId, id);
      expect(request?.changes.map(({ entityType }) => entityType)).toEqual(['experiment', 'targeting']);
      await approve(id);
      expect(await control.experiments.find(projectId, experiment.id)).toMatchObject({ status: 'completed' });
      expect(await percentageOf(flag)).toBe(100);
    });

    test('secret keys ask too, unless the environment lets them pass', async () => {
      const flag = await newFlag();
      const setting = (secretKeys: 'request' | 'allow') =>
        control.environments.setApproval(project.projectId, 'production', { secretKeys }, ada);
      expect(await requested(roll(flag, 10, key))).toMatchObject({ origin: 'key' });
      await setting('allow');
      expect(await roll(flag, 10, key)).toMatchObject({ rollout: { percentage: 10 } });
      await requested(roll(flag, 20));
      await setting('request');
    });

    test('what an assistant proposes waits in every environment', async () => {
      const flag = await newFlag();
      const assistant: Actor = { kind: 'assistant', id: 'm-ada', name: 'Assistant of Ada' };
      const row = await requested(
        control.flags.setRollout(scope(flag, 'development'), { percentage: 5, value: true }, assistant),
      );
      expect(row.origin).toBe('assistant');
      await approve(row.id, ada);
      expect(await control.flags.targeting(scope(flag, 'development'))).toMatchObject({ rollout: { percentage: 5 } });
    });

    test('rules and rollout are one request', async () => {
      const flag = await newFlag();
      const rules = [{ conditions: [{ field: 'plan', op: 'eq', values: ['pro'] }], value: true }] as const;
      const rollout = { percentage: 5, value: true };
      const { id } = await requested(control.flags.setTargeting(scope(flag), { rules, rollout }, ada));
      await approve(id);
      expect(await control.flags.targeting(scope(flag))).toMatchObject({
        rules: [{ value: true }],
        rollout: { percentage: 5 },
      });
    });

    test('lists are filtered and of one project', async () => {
      const flag = await newFlag();
      const { id } = await requested(roll(flag, 30));
      const { projectId } = project;
      const entityId = (await control.flags.find(projectId, flag))?.id ?? '';
      const idsOf = async (filter: object, of = projectId) =>
        (await control.changeRequests.list({ projectId: of, ...filter }, { limit: 100 })).rows.map((row) => row.id);
      expect(await idsOf({ entityId })).toEqual([id]);
      expect(await idsOf({ entityId, status: 'approved' })).toEqual([]);
      expect(await idsOf({ environmentId: project.development })).not.toContain(id);
      const other = await newTestProject(control, 'elsewhere');
      expect(await idsOf({}, other.projectId)).toEqual([]);
      expect(await control.changeRequests.find(other.projectId, id)).toBeUndefined();
      expect(await control.changeRequests.approve(other.projectId, id, grace)).toBeUndefined();
      const { rows, nextCursor } = await control.changeRequests.list({ projectId }, { limit: 1 });
      expect([rows[0]?.id, nextCursor]).toEqual([id, id]);
    });
  });
}
