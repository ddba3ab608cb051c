import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ControlPlane } from '../../compose/control/control-plane.ts';
import { Unacceptable } from '../../control/control-errors.ts';
import { ada, changesOf, newTestProject, type TestProject, versionOf } from '../../control/test-project.contract.ts';
import type { Holdout } from './holdout-store.ts';

export function holdoutStoreContract(open: () => Promise<ControlPlane>): void {
  describe('HoldoutStore', () => {
    let control: ControlPlane;
    let project: TestProject;
    beforeAll(async () => {
      control = await open();
      project = await newTestProject(control, 'held');
    });
    afterAll(() => control.close());

    const set = async (percentage: number, more: object = {}): Promise<Holdout> => {
      const holdout = await control.holdouts.set(project.projectId, { percentage, ...more }, ada);
      if (holdout === undefined) throw new Error('There is no holdout.');
      return holdout;
    };
    const versions = async () => [
      await versionOf(control, project.projectId, 'production'),
      await versionOf(control, project.projectId, 'development'),
    ];

    test('the people stay the same through every percentage, until others are asked for', async () => {
      const logged = await changesOf(control, project.projectId);
      expect(await control.holdouts.set(project.projectId, { percentage: 0 }, ada)).toBeUndefined();
      expect(await control.holdouts.find(project.projectId)).toBeUndefined();
      expect(await changesOf(control, project.projectId)).toEqual(logged);
      const first = await set(5);
      expect(first).toMatchObject({ percentage: 5, beganAtMs: first.updatedAtMs });
      expect(await control.holdouts.find(project.projectId)).toEqual(first);
      const more = await set(12.5);
      expect(more).toMatchObject({ id: first.id, beganAtMs: first.beganAtMs, percentage: 12.5 });
      const none = await set(0);
      expect(none).toMatchObject({ id: first.id, beganAtMs: null, percentage: 0 });
      const again = await set(5);
      expect(again).toMatchObject({ id: first.id, beganAtMs: again.updatedAtMs });
      const others = await set(5, { reshuffle: true });
      expect(others).toMatchObject({ percentage: 5, beganAtMs: others.updatedAtMs });
      expect(others.id).not.toBe(first.id);
      const changes = (await changesOf(control, project.projectId)).slice(0, 5);
      expect(changes.map(({ action }) => action)).toEqual(['reshuffled', 'updated', 'updated', 'updated', 'created']);
      for (const change of changes) {
        expect(change).toMatchObject({ entityType: 'holdout', entityKey: 'holdout', environmentId: null, actor: ada });
      }
      expect([changes[0]?.before?.id, changes[0]?.after?.id]).toEqual([first.id, others.id]);
    });

    test('a change moves the versions of all environments, and nothing else does', async () => {
      await set(7);
      const before = await versions();
      await set(8);
      expect(await versions()).toEqual(before.map((version) => version + 1));
      await set(8);
      for (const wrong of [-1, 50.1, Number.NaN]) {
        await expect(set(wrong)).rejects.toThrow(Unacceptable);
        await expect(set(wrong)).rejects.toMatchObject({ field: 'percentage' });
      }
      expect(await versions()).toEqual(before.map((version) => version + 1));
    });
  });
}
