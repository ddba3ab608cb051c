import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ControlPlane } from '../../compose/control/control-plane.ts';
import { operatorActor } from '../../control/actor.ts';
import { ada, changesOf, newTestProject, type TestProject, versionOf } from '../../control/test-project.contract.ts';
import type { SnapshotSource } from '../../edge/snapshot-source.ts';
import { publishedEditsContract } from './published-edits.contract.ts';
import { randomEditsContract } from './random-edits.contract.ts';

export function changeStoreContract(open: () => Promise<ControlPlane & SnapshotSource>): void {
  describe('ChangeStore', () => {
    let control: ControlPlane & SnapshotSource;
    let project: TestProject;
    let other: TestProject;
    beforeAll(async () => {
      control = await open();
      project = await newTestProject(control, 'shop');
      other = await newTestProject(control, 'other');
    });
    afterAll(() => control.close());

    const newest = async (projectId: string | null) =>
      (await control.changes.list({ projectId }, { limit: 1 })).rows[0];
    const newFlag = (key: string) =>
      control.flags.create({ projectId: project.projectId, key, name: key, platforms: ['web'] }, ada);

    test('a new project is logged with its environments and keys, and no hash of a key is', async () => {
      const key = {
        environmentSlug: 'production',
        kind: 'secret',
        name: 'first',
        hash: 'secret-hash',
        hint: 'ab',
        text: null,
      } as const;
      const project = await control.projects.create({ slug: 'logged', name: 'L', plan: 'free', keys: [key] }, ada);
      const changes = await changesOf(control, project.id);
      expect(changes.map(({ entityType, action }) => `${entityType} ${action}`).toReversed()).toEqual([
        'project created',
        'environment created',
        'api_key created',
        'environment created',
      ]);
      expect(changes.every(({ actor, before }) => actor.name === 'Ada' && before === null)).toBe(true);
      expect(JSON.stringify(changes)).not.toContain('secret-hash');
      expect(changes.find(({ entityType }) => entityType === 'environment')?.configVersion).toBe(1);
    });

    test('keys, environments, projects, roles and plans are logged, with the operator when nobody is named', async () => {
      const { projectId, production: environmentId } = project;
      const newKey = {
        projectId,
        environmentId,
        kind: 'dev',
        name: 'ci',
        hash: 'h-ci',
        hint: 'cd',
        text: null,
      } as const;
      const version = await versionOf(control, projectId, 'production');
      const key = await control.keys.create(newKey, ada);
      await control.keys.revoke(projectId, key.id);
      expect(await newest(projectId)).toMatchObject({
        entityType: 'api_key',
        entityId: key.id,
        environmentId,
        action: 'revoked',
        actor: operatorActor,
        before: { revoked_at: null },
        after: { revoked_at: expect.stringMatching(/Z$/) },
        configVersion: null,
      });
      expect(await versionOf(control, projectId, 'production')).toBe(version);
      await control.projects.update(projectId, { name: 'Renamed' }, ada);
      expect(await newest(projectId)).toMatchObject({ entityType: 'project', after: { name: 'Renamed' } });
      const member = await control.members.create({ email: 'eve@example.org', passwordHash: 'pw-hash' });
      await control.members.grant(member.id, projectId, 'viewer');
      await control.members.grant(member.id, projectId, 'admin');
      const granted = await newest(projectId);
      expect(granted).toMatchObject({ before: { role: 'viewer' }, after: { role: 'admin' }, action: 'role_granted' });
      const plans = await control.plans.list();
      await control.plans.replace(plans.toReversed(), ada);
      expect(await newest(null)).toMatchObject({ projectId: null, entityType: 'plans', action: 'replaced' });
      const installationWide = await control.changes.list({ projectId: null }, { limit: 100 });
      expect(JSON.stringify([installationWide, granted])).not.toMatch(/pw-hash|h-ci/);
    });

    test('what changes nothing, and what fails, is not logged', async () => {
      const { projectId } = project;
      await newFlag('noop');
      const before = await changesOf(control, projectId);
      await control.flags.update(projectId, 'noop', { name: 'noop' }, ada);
      await control.projects.update(projectId, {}, ada);
      await control.plans.replace(await control.plans.list(), ada);
      await expect(newFlag('noop')).rejects.toThrow();
      expect(await changesOf(control, projectId)).toEqual(before);
    });

    test('is found within its project', async () => {
      const change = await newest(project.projectId);
      expect(await control.changes.find(project.projectId, change?.id.toUpperCase() ?? '')).toEqual(change);
      expect(await control.changes.find(other.projectId, change?.id ?? '')).toBeUndefined();
    });

    test('lists are filtered by time and entity, and paged without repeats or gaps', async () => {
      const { projectId } = project;
      const flag = await newFlag('filtered');
      await control.flags.update(projectId, flag.id, { name: 'x' }, ada);
      const all = await changesOf(control, projectId);
      const moments = all.map(({ createdAtMs }) => createdAtMs);
      expect(moments).toEqual([...new Set(moments)].sort((a, b) => b - a));
      const ofFlag = await control.changes.list({ projectId, entityType: 'flag', entityId: flag.id }, { limit: 9 });
      expect(ofFlag.rows.map(({ action }) => action)).toEqual(['updated', 'created']);
      const { rows: byAda } = await control.changes.list({ projectId, actorId: ada.id }, { limit: 99 });
      expect(byAda).toEqual(all.filter(({ actor }) => actor.id === ada.id));
      expect(byAda.length).toBeLessThan(all.length);
      const { rows: found } = await control.changes.list({ projectId, search: 'FILTER' }, { limit: 99 });
      expect(found).toEqual(ofFlag.rows);
      const [last = 0, previous = 0] = moments;
      const between = await control.changes.list({ projectId, fromMs: previous, toMs: last }, { limit: 9 });
      expect(between.rows).toEqual([all[1]]);
      const paged = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await control.changes.list({ projectId }, { limit: 3, ...(cursor && { cursor }) });
        paged.push(...page.rows);
        cursor = page.nextCursor;
      }
      expect(paged).toEqual(all);
      const stray = { limit: 3, cursor: '0190163d-8694-739b-aea5-966c26f8ad91' };
      expect((await control.changes.list({ projectId }, stray)).rows).toEqual([]);
    });

    test('the state of an entity at a moment is that after the last change until then', async () => {
      const { projectId } = project;
      const flag = await newFlag('past');
      const renamed = await control.flags.update(projectId, 'past', { name: 'Later' }, ada);
      const stateAt = (atMs: number) =>
        control.changes.stateAt({ projectId, entityType: 'flag', entityId: flag.id, atMs });
      expect(await stateAt(flag.createdAtMs - 1)).toBeNull();
      expect(await stateAt(flag.createdAtMs)).toMatchObject({ name: 'past' });
      expect(await stateAt(renamed?.updatedAtMs ?? 0)).toMatchObject({ name: 'Later' });
      const place_ = { projectId, flag: 'past', environment: 'production' };
      await control.flags.setRollout(place_, { percentage: 5, value: true }, ada);
      const targetingIn = (environmentId: string) =>
        control.changes.stateAt({
          projectId,
          entityType: 'targeting',
          entityId: flag.id,
          environmentId,
          atMs: Date.now() + 60_000,
        });
      expect(await targetingIn(project.production)).toMatchObject({ rollout: { percentage: 5 } });
      expect(await targetingIn(project.development)).toBeNull();
    });

    test('the ruleset of an environment that the project does not have is undefined', async () => {
      expect(await control.changes.rulesetAt(project.projectId, other.production, Date.now())).toBeUndefined();
    });

    randomEditsContract(() => control);
    publishedEditsContract(() => control);
  });
}
