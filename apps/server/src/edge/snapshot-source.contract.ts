import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ControlPlane } from '../compose/control/control-plane.ts';
import { ada, newTestProject } from '../control/test-project.contract.ts';
import { servedOf, throughText } from './served-of.contract.ts';
import type { SnapshotSource } from './snapshot-source.ts';

export function snapshotSourceContract(open: () => Promise<ControlPlane & SnapshotSource>): void {
  describe('SnapshotSource', () => {
    let control: ControlPlane & SnapshotSource;
    beforeAll(async () => {
      control = await open();
    });
    afterAll(() => control.close());

    test('a fresh one holds the plans and nothing else', async () => {
      const snapshot = await control.read();
      expect(snapshot).toMatchObject({ projects: [], environments: [], keys: [], operatorTokenHashes: [] });
      expect(snapshot.plans).toEqual(await control.plans.list());
    });

    test('holds projects, environments and keys with hash and revocation', async () => {
      const first = {
        environmentSlug: 'production',
        kind: 'dev',
        name: 'x',
        hash: 'h1',
        hint: 'abcd',
        text: null,
      } as const;
      const project = await control.projects.create({ slug: 'p', name: 'P', plan: 'free', keys: [first] });
      const environment = await control.environments.find(project.id, 'production');
      const [key] = (await control.keys.list(project.id, { limit: 1 })).rows;
      const expected = {
        id: key?.id,
        hash: 'h1',
        kind: 'dev',
        projectId: project.id,
        scope: 'project',
        environmentId: environment?.id,
        isRevoked: false,
      };
      const snapshot = await control.read();
      expect(snapshot.projects).toEqual([
        { id: project.id, slug: 'p', plan: 'free', timezone: 'UTC', retentionDays: null },
      ]);
      expect(snapshot.environments).toContainEqual({
        id: environment?.id,
        projectId: project.id,
        slug: 'production',
        configVersion: 1,
      });
      expect(snapshot.keys).toEqual([expected]);
      await control.projects.update('p', { timezone: 'Asia/Tokyo', retentionDays: 30 });
      expect((await control.read()).projects).toMatchObject([{ timezone: 'Asia/Tokyo', retentionDays: 30 }]);
      await control.keys.revoke(project.id, key?.id ?? '');
      expect((await control.read()).keys).toEqual([{ ...expected, isRevoked: true }]);
    });

    test('holds what events should carry, and what an unchecked schema says not at all', async () => {
      const { projectId } = await newTestProject(control, 'schemas');
      await control.schemas.put(projectId, 'kept', { properties: { required: ['a'] }, mode: 'warn' }, ada);
      await control.schemas.put(projectId, 'told', { properties: { required: ['a'] } }, ada);
      const expected = [
        { projectId, eventName: 'kept', mode: 'warn', propertiesJson: '{"required":["a"]}' },
        { projectId, eventName: 'told', mode: 'allow', propertiesJson: '' },
      ];
      const snapshot = await control.read();
      expect(snapshot.schemas).toEqual(expected);
      expect(throughText(snapshot).schemas).toEqual(expected);
    });

    test('holds what each environment serves, in the shape of the wire', async () => {
      const project = await newTestProject(control, 'serving');
      const { projectId, production, development } = project;
      const flag = { projectId, platforms: ['web'], name: 'x' };
      const first = await control.flags.create({ ...flag, key: 'first', valueType: 'string' }, ada);
      await control.flags.create({ ...flag, key: 'gone' }, ada);
      await control.flags.update(projectId, 'gone', { status: 'archived' }, ada);
      const inProduction = { projectId, flag: 'first', environment: 'production' };
      const rule = { id: 'r1', conditions: [{ field: 'user_group', op: 'in', values: ['beta', 'none'] }], value: 'b' };
      await control.flags.replaceRules(inProduction, [rule], ada);
      const rolledOut = await control.flags.setRollout(inProduction, { percentage: 5, value: 'r' }, ada);
      const killed = await control.flags.kill(inProduction, { value: 'k', reason: 'slow' }, ada);
      for (const key of ['beta', 'unnamed']) {
        await control.groups.create({ projectId, key, name: key }, ada);
        for (const userId of ['u2', 'u1']) await control.groups.addMember(projectId, key, { userId }, ada);
      }
      const variants = [
        { key: 'a', name: 'A', weight: 50, isControl: true },
        { key: 'b', name: 'B', weight: 50, payload: { c: 1 } },
      ];
      const metrics = [{ eventName: 'e', metricType: 'count', isPrimary: true }] as const;
      const experiment = { projectId, environment: 'production', name: 'x', variants, metrics };
      for (const key of ['draft', 'running', 'won', 'lost']) {
        await control.experiments.create({ ...experiment, key }, ada);
        if (key !== 'draft') await control.experiments.start(projectId, key, ada);
      }
      await control.experiments.complete(projectId, 'won', { winner: 'b' }, ada);
      await control.experiments.complete(projectId, 'lost', {}, ada);

      const snapshot = await control.read();
      const rulesets = servedOf(snapshot);
      const served = rulesets.find(({ environmentId }) => environmentId === production);
      expect(served?.flags).toEqual([
        {
          id: first.id,
          key: 'first',
          value_type: 'string',
          default_value: '',
          platforms: ['web'],
          status: 'active',
          rules: [{ ...rule, name: null, percentage: 100, enabled: true }],
          rollout: { id: rolledOut?.rollout?.id, percentage: 5, value: 'r' },
          kill: { value: 'k', reason: 'slow', at: new Date(killed?.kill?.atMs ?? 0).toISOString() },
        },
      ]);
      expect(served?.groups).toEqual({ beta: ['u2', 'u1'] });
      expect(served?.experiments).toEqual([
        {
          id: expect.any(String),
          key: 'running',
          unit: 'auto',
          status: 'running',
          traffic_pct: 10,
          variants: [
            { key: 'a', weight: 50, payload: {} },
            { key: 'b', weight: 50, payload: { c: 1 } },
          ],
          winner: null,
        },
        expect.objectContaining({ key: 'won', status: 'completed', winner: 'b' }),
      ]);
      const elsewhere = rulesets.find(({ environmentId }) => environmentId === development);
      expect(elsewhere).toMatchObject({ flags: [{ key: 'first', rules: [], rollout: null, kill: null }], groups: {} });
      expect(servedOf(throughText(snapshot))).toEqual(rulesets);
    });
  });
}
