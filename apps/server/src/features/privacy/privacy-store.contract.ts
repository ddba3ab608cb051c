import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ControlPlane } from '../../compose/control/control-plane.ts';
import { ada, changesOf, newTestProject, type TestProject } from '../../control/test-project.contract.ts';
import { ERASED_MARK } from './privacy-store.ts';

export function privacyStoreContract(open: () => Promise<ControlPlane>): void {
  describe('PrivacyStore', () => {
    let control: ControlPlane;
    let project: TestProject;
    let scope: { projectId: string; environmentId: string };
    beforeAll(async () => {
      control = await open();
      project = await newTestProject(control, 'shop');
      scope = { projectId: project.projectId, environmentId: project.production };
      for (const key of ['alpha', 'beta']) {
        await control.groups.create({ projectId: scope.projectId, key, name: key }, ada);
      }
    });
    afterAll(() => control.close());

    const register = async (deviceId: string, atMs = 1_000, environmentId = scope.environmentId) => {
      const device = { projectId: scope.projectId, environmentId, deviceId, newAnonymousId: `a-${deviceId}` };
      return (await control.devices.register({ ...device, facts: { platform: 'ios' }, atMs })).profile;
    };
    const identify = async (deviceId: string, userId: string, environmentId = scope.environmentId) => {
      await register(deviceId, 1_000, environmentId);
      const device = { projectId: scope.projectId, environmentId, deviceId };
      return (await control.devices.identify({ ...device, userId, attributes: { plan: 'gold' }, atMs: 1 }))?.profile;
    };
    const find = (deviceId: string) => control.devices.find(scope.environmentId, deviceId);
    const join = (group: string, userId: string) => control.groups.addMember(scope.projectId, group, { userId }, ada);
    const erase = (userId: string) => control.privacy.eraseUser(scope, userId, ada);

    test('the ids of a user are those of its devices and of its links', async () => {
      await identify('d1', 'many');
      await identify('d2', 'many');
      expect(await control.privacy.idsOfUser(scope, 'many')).toEqual({
        deviceIds: ['d1', 'd2'],
        anonymousIds: ['a-d1', 'a-d2'],
      });
      await identify('d2', 'another');
      expect(await control.privacy.idsOfUser(scope, 'many')).toEqual({
        deviceIds: ['d1'],
        anonymousIds: ['a-d1', 'a-d2'],
      });
    });

    test('nothing is known of whom nobody has seen; a member of a group is known', async () => {
      expect(await control.privacy.idsOfUser(scope, 'nobody')).toBeUndefined();
      await join('alpha', 'only-member');
      expect(await control.privacy.idsOfUser(scope, 'only-member')).toEqual({ deviceIds: [], anonymousIds: [] });
      expect(await control.privacy.idsOfDevice(scope.environmentId, 'nothing')).toBeUndefined();
    });

    test('an erased user is gone with devices, links and memberships; others stay', async () => {
      await identify('d3', 'gone');
      await identify('d4', 'gone');
      await identify('d5', 'stays');
      for (const group of ['alpha', 'beta']) await join(group, 'gone');
      await join('alpha', 'stays');
      const erasure = await erase('gone');
      expect(erasure).toMatchObject({
        deviceIds: ['d3', 'd4'],
        groupKeys: ['alpha', 'beta'],
        counts: { users: 1, devices: 2, links: 2, groupMembers: 2, changes: 2, rulesNamingTheUser: 0 },
      });
      expect(await find('d3')).toBeUndefined();
      expect(await control.users.find(scope.environmentId, 'gone')).toBeUndefined();
      expect(await control.privacy.idsOfUser(scope, 'gone')).toBeUndefined();
      expect(await find('d5')).toMatchObject({ userId: 'stays', userGroups: ['alpha'] });
      expect((await erase('gone')).counts).toMatchObject({ users: 0, devices: 0, links: 0, groupMembers: 0 });
    });

    test('the change log still says that somebody joined and left, and no longer who', async () => {
      await join('beta', 'traced "odd" \ud800');
      await join('beta', 'traced');
      await erase('traced "odd" \ud800');
      const text = JSON.stringify(await changesOf(control, scope.projectId));
      expect(text).not.toContain('traced \\"odd');
      expect(text).toContain('"traced"');
      const [last] = await changesOf(control, scope.projectId);
      expect(last).toMatchObject({ action: 'erased', before: { user_id: ERASED_MARK }, after: null });
    });

    test('rules that name the user are counted and left', async () => {
      await identify('d6', 'ruled');
      const flag = await control.flags.create(
        { projectId: scope.projectId, key: 'ruled', name: 'R', platforms: ['ios'] },
        ada,
      );
      const targeting = { projectId: scope.projectId, flag: flag.id, environment: scope.environmentId };
      const condition = { field: 'user_id', op: 'eq' as const, values: ['ruled'] };
      await control.flags.replaceRules(targeting, [{ conditions: [condition], value: true }], ada);
      expect((await erase('ruled')).counts.rulesNamingTheUser).toBe(1);
    });

    test('experiments that name the user as a tester are counted and left', async () => {
      await identify('d8', 'tester');
      const { projectId, environmentId } = scope;
      const variants = ['a', 'b'].map((key) => ({ key, name: key, weight: 50, isControl: key === 'a' }));
      const metrics = [{ eventName: 'bought', metricType: 'conversion', isPrimary: true }] as const;
      const overrides = [{ variantKey: 'b', userIds: ['tester', 'tester 2'] }];
      const design = { projectId, environment: environmentId, name: 'x', variants, metrics, overrides };
      await control.experiments.create({ ...design, key: 'tested' }, ada);
      expect((await erase('tester')).counts.experimentsNamingTheUser).toBe(1);
      expect((await erase('teste')).counts.experimentsNamingTheUser).toBe(0);
    });

    test('memberships stay while another environment knows the user', async () => {
      await identify('d7', 'elsewhere');
      await identify('d7', 'elsewhere', project.development);
      await join('alpha', 'elsewhere');
      expect((await erase('elsewhere')).groupKeys).toEqual([]);
      const other = { ...scope, environmentId: project.development };
      expect((await control.privacy.eraseUser(other, 'elsewhere', ada)).groupKeys).toEqual(['alpha']);
    });

    test('anyone who comes again under an erased id is new, and no revision is given twice', async () => {
      await join('alpha', 'again');
      const before = await identify('d8', 'again');
      await erase('again');
      const device = await register('d8');
      expect(device).toMatchObject({ userId: null, userAttributes: {} });
      expect(device.revision).toBeGreaterThan(before?.revision ?? 0);
      await join('beta', 'again');
      const after = await identify('d8', 'again');
      expect(after).toMatchObject({ userGroups: ['beta'], userAttributes: { plan: 'gold' } });
      expect(after?.userRevision).toBeGreaterThan(before?.userRevision ?? 0);
      expect(await find('d8')).toEqual(after);
    });

    test('a device is erased without its user', async () => {
      await identify('d9', 'owner');
      expect(await control.privacy.idsOfDevice(scope.environmentId, 'd9')).toEqual({
        deviceIds: ['d9'],
        anonymousIds: ['a-d9'],
      });
      expect((await control.privacy.eraseDevice(scope, 'd9')).counts.devices).toBe(1);
      expect(await find('d9')).toBeUndefined();
      expect(await control.users.find(scope.environmentId, 'owner')).toMatchObject({ attributes: { plan: 'gold' } });
      expect((await control.privacy.eraseDevice(scope, 'd9')).counts.devices).toBe(0);
    });

    test('devices that were not seen for long are forgotten, some at a time', async () => {
      const environmentId = project.development;
      for (const n of [1, 2, 3]) await register(`old-${n}`, n, environmentId);
      await register('young', 10_000, environmentId);
      expect(await control.privacy.forgetUnseen(environmentId, 500, 2)).toEqual(['old-1', 'old-2']);
      expect(await control.privacy.forgetUnseen(environmentId, 500, 2)).toEqual(['old-3']);
      expect(await control.privacy.forgetUnseen(environmentId, 500, 2)).toEqual([]);
      expect(await control.devices.find(environmentId, 'young')).toBeDefined();
    });

    test('groups of crashes lose what reports said, in the change log too', async () => {
      const description = {
        title: 'Boom: of secret-person',
        culprit: 'main',
        exceptionType: 'Boom',
        reason: { kind: 'custom', used: ['secret-person'] },
        rule: 1,
      };
      const sighting = {
        former: null,
        description,
        appVersion: null,
        happenedAtMs: 1,
        receivedAtMs: 1,
        describedAtMs: 1,
      };
      const fingerprints = ['018f2f6e-7c1a-7000-8000-0000000000f1', '018f2f6e-7c1a-7000-8000-0000000000f2'];
      await control.crashGroups.note(
        scope,
        fingerprints.map((fingerprint) => ({ ...sighting, fingerprint })),
      );
      const [first = '', second = ''] = fingerprints;
      const groupOf = async (fingerprint: string) =>
        (await control.crashGroups.ofFingerprints(scope.environmentId, [fingerprint]))[0];
      const { id = '' } = (await groupOf(first)) ?? {};
      await control.crashGroups.update(scope.environmentId, id, { status: 'ignored' }, ada);
      expect(await control.privacy.redactCrashGroups(scope, [first])).toBe(1);
      expect(await groupOf(first)).toMatchObject({ title: 'Boom', culprit: 'main', reason: { used: [] } });
      expect(await groupOf(second)).toMatchObject(description);
      expect(JSON.stringify(await changesOf(control, scope.projectId))).not.toContain('secret-person');
    });

    test('scrubbing says when it is done', async () => {
      expect(await control.privacy.scrub()).toBe(true);
    });
  });
}
