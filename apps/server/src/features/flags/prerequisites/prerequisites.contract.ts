import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ControlPlane } from '../../../compose/control/control-plane.ts';
import { ada, newTestProject, type TestProject, versionOf } from '../../../control/test-project.contract.ts';
import type { SnapshotSource } from '../../../edge/snapshot-source.ts';

/** What flags need, and when they expire. */
export function prerequisitesContract(open: () => Promise<ControlPlane & SnapshotSource>): void {
  describe('prerequisites and expiry of flags', () => {
    let control: ControlPlane & SnapshotSource;
    let project: TestProject;
    beforeAll(async () => {
      control = await open();
      project = await newTestProject(control, 'needs');
    });
    afterAll(() => control.close());

    const newFlag = (key: string, more: object = {}) =>
      control.flags.create({ projectId: project.projectId, key, name: key, platforms: ['web'], ...more }, ada);
    const update = (key: string, patch: object) => control.flags.update(project.projectId, key, patch, ada);
    const needs = (...keys: string[]) => ({ prerequisites: keys.map((flag) => ({ flag, value: true })) });

    test('are kept, served and removed', async () => {
      await newFlag('base');
      const flag = await newFlag('built', needs('base'));
      expect(flag.prerequisites).toEqual([{ flag: 'base', value: true }]);
      const servedOf = async () => (await control.read()).flags.find(({ definition }) => definition.key === 'built');
      expect((await servedOf())?.definition.prerequisites).toEqual([{ flag: 'base', value: true }]);
      const version = await versionOf(control, project.projectId, 'production');
      expect(await update('built', { prerequisites: [] })).toMatchObject({ prerequisites: [] });
      expect((await servedOf())?.definition).not.toHaveProperty('prerequisites');
      expect(await versionOf(control, project.projectId, 'production')).toBe(version + 1);
    });

    test('cycles and unknown flags are refused with the path, and nothing changes', async () => {
      await newFlag('one');
      await newFlag('two', needs('one'));
      await newFlag('three', needs('two'));
      await expect(update('one', needs('three'))).rejects.toThrow('one → three → two → one is a cycle.');
      await expect(newFlag('four', needs('nowhere'))).rejects.toThrow('"four" needs "nowhere", which does not exist.');
      expect(await control.flags.find(project.projectId, 'four')).toBeUndefined();
      expect(await control.flags.find(project.projectId, 'one')).toMatchObject({ prerequisites: [] });
    });

    test('a flag that others need is not archived; nor does one come back without what it needs', async () => {
      await newFlag('wall');
      await newFlag('door', needs('wall'));
      await newFlag('window', needs('wall'));
      await expect(update('wall', { status: 'archived' })).rejects.toMatchObject({
        reason: 'FLAG_IS_PREREQUISITE',
        message: '"wall" is a prerequisite of "door", "window". Remove it there first.',
      });
      await update('door', { status: 'archived' });
      await update('window', { prerequisites: [] });
      await update('wall', { status: 'archived' });
      await expect(update('door', { status: 'active' })).rejects.toThrow('"door" needs "wall", which is archived.');
    });

    test('an expiry is a day, lists are filtered by it, and it changes nothing that is served', async () => {
      await newFlag('brief', { expiresOn: '2020-02-29' });
      await newFlag('later', { expiresOn: '2999-12-31' });
      const version = await versionOf(control, project.projectId, 'production');
      expect(await control.flags.find(project.projectId, 'brief')).toMatchObject({ stale: 'expired' });
      const keysBy = async (expiresBy: string) =>
        (await control.flags.list({ projectId: project.projectId, expiresBy }, { limit: 100 })).rows.map(
          ({ key }) => key,
        );
      expect(await keysBy('2020-02-28')).toEqual([]);
      expect(await keysBy('2020-02-29')).toEqual(['brief']);
      expect(await keysBy('2999-12-31')).toEqual(['later', 'brief']);
      expect(await update('brief', { expiresOn: null })).toMatchObject({ expiresOn: null, stale: null });
      expect(await versionOf(control, project.projectId, 'production')).toBe(version);
      const { projectId } = project;
      const expired = async (ms: number) =>
        (await control.expiries.expired(ms)).filter((flag) => flag.projectId === projectId);
      await update('brief', { expiresOn: '2020-03-01' });
      expect(await expired(Date.parse('2020-03-01T23:59:59Z'))).toEqual([]);
      const [found] = await expired(Date.parse('2020-03-02T00:00:00Z'));
      if (found === undefined) throw new Error('Nothing expired.');
      const hook = await control.webhooks.create(
        {
          projectId,
          environmentId: null,
          kind: 'webhook',
          name: 'Hook',
          target: 'https://hooks.example.com/',
          eventTypes: ['flag.expiring'],
          secret: 'whsec_one',
        },
        ada,
      );
      const reminded = await Promise.all([1, 2, 3].map(() => control.expiries.remind(found)));
      expect(reminded.filter(Boolean)).toHaveLength(1);
      const told = await control.webhooks.deliveries(projectId, hook.id, {}, { limit: 10 });
      expect(told?.rows.map(({ payload }) => JSON.parse(payload).data)).toMatchObject([
        { key: 'brief', expires_on: '2020-03-01' },
      ]);
      expect(await expired(Date.now())).toEqual([]);
      const history = await control.flags.history(projectId, 'brief', { limit: 1 });
      expect(history?.rows[0]).toMatchObject({ action: 'expired', actor: { kind: 'scheduler' } });
      await update('brief', { expiresOn: '2020-03-05' });
      expect(await expired(Date.now())).toMatchObject([{ key: 'brief', expiresOn: '2020-03-05' }]);
      expect(await versionOf(control, projectId, 'production')).toBe(version);
      for (const expiresOn of ['2021-02-29', '2021-2-1', 'soon', '2021-13-01', '']) {
        await expect(update('brief', { expiresOn })).rejects.toMatchObject({ field: 'expires_on' });
      }
    });
  });
}
