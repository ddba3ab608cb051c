import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ControlPlane } from '../../compose/control/control-plane.ts';
import { ada, newTestProject, type TestProject } from '../../control/test-project.contract.ts';

export function userStoreContract(open: () => Promise<ControlPlane>): void {
  describe('UserStore', () => {
    let control: ControlPlane;
    let project: TestProject;
    beforeAll(async () => {
      control = await open();
      project = await newTestProject(control, 'shop');
      for (const key of ['beta', 'alpha']) {
        await control.groups.create({ projectId: project.projectId, key, name: key }, ada);
      }
    });
    afterAll(() => control.close());

    const add = (group: string, userId: string) => control.groups.addMember(project.projectId, group, { userId }, ada);
    const remove = (group: string, userId: string) =>
      control.groups.removeMember(project.projectId, group, userId, ada);
    const find = (userId: string, environmentId = project.production) => control.users.find(environmentId, userId);
    const identify = async (userId: string, attributes = {}) => {
      const device = { projectId: project.projectId, environmentId: project.production, deviceId: `of-${userId}` };
      await control.devices.register({ ...device, newAnonymousId: 'a', facts: {}, atMs: 1 });
      return (await control.devices.identify({ ...device, userId, attributes, atMs: 1 }))?.profile;
    };
    const device = (userId: string) => control.devices.find(project.production, `of-${userId}`);

    test('nobody knows a user who was neither seen nor put into a group', async () => {
      expect(await find('nobody')).toBeUndefined();
    });

    test('a user who was seen has attributes, per environment', async () => {
      await identify('seen', { tier: 'gold' });
      expect(await find('seen')).toEqual({ userId: 'seen', attributes: { tier: 'gold' }, groups: [], revision: 1 });
      expect(await find('seen', project.development)).toBeUndefined();
    });

    test('a user who was only put into groups has those, sorted, in every environment', async () => {
      await add('beta', 'grouped');
      await add('alpha', 'grouped');
      const expected = { userId: 'grouped', attributes: {}, groups: ['alpha', 'beta'], revision: 2 };
      expect(await find('grouped')).toEqual(expected);
      expect(await find('grouped', project.development)).toEqual(expected);
    });

    test('every membership moves the revision, also the one that ends the last', async () => {
      await identify('mover', { a: 1 });
      await add('beta', 'mover');
      expect(await find('mover')).toMatchObject({ groups: ['beta'], revision: 2 });
      await remove('beta', 'mover');
      expect(await find('mover')).toMatchObject({ attributes: { a: 1 }, groups: [], revision: 3 });
      await identify('mover', { a: 2 });
      expect((await find('mover'))?.revision).toBe(4);
    });

    test('a device shows the groups and the revision of its user', async () => {
      await add('alpha', 'bound');
      const profile = await identify('bound', { a: 1 });
      expect(profile).toMatchObject({ userGroups: ['alpha'], userRevision: 2 });
      expect(await device('bound')).toEqual(profile);
      await add('beta', 'bound');
      expect(await device('bound')).toMatchObject({ userGroups: ['alpha', 'beta'], userRevision: 3, revision: 2 });
      expect((await identify('bound'))?.userRevision).toBe(3);
      expect((await identify('bound', { a: 2 }))?.userRevision).toBe(4);
    });

    test('several are found at once, and by email without regard to case', async () => {
      await identify('mail-1', { email: 'Ada@Example.org' });
      await identify('mail-2', { email: 'bob@example.org' });
      const many = await control.users.findMany(project.production, ['mail-2', 'unknown', 'mail-1']);
      expect(many.map(({ userId }) => userId)).toEqual(['mail-2', 'mail-1']);
      expect(await control.users.withEmail(project.production, ' ada@example.ORG')).toEqual(['mail-1']);
      expect(await control.users.withEmail(project.development, 'ada@example.org')).toEqual([]);
    });

    test('all that are stored are found one page after the other, none twice', async () => {
      await identify('paged-1', { plan: 'pro' });
      await identify('n\u0000', {});
      const found: string[] = [];
      for (let place = { environmentId: '', userId: '' }; ; ) {
        const page = await control.users.after(place, 2);
        const last = page.at(-1);
        if (last === undefined) break;
        found.push(...page.filter(({ projectId }) => projectId === project.projectId).map(({ userId }) => userId));
        place = last;
      }
      expect(found).toEqual(expect.arrayContaining(['paged-1', 'n\u0000']));
      expect(new Set(found).size).toBe(found.length);
      const [user] = await control.users.after({ environmentId: project.production, userId: 'paged-0' }, 1);
      const { projectId, production: environmentId } = project;
      expect(user).toEqual({
        projectId,
        environmentId,
        userId: 'paged-1',
        attributes: { plan: 'pro' },
        updatedAtMs: 1,
      });
    });

    test('user ids are compared exactly, however odd', async () => {
      for (const userId of ['A', 'a', 'n\u0000a', 'n\u0000b', '\ud800', '\ud801']) await add('beta', userId);
      await remove('beta', 'n\u0000a');
      expect((await find('n\u0000a'))?.groups).toEqual([]);
      expect((await find('n\u0000b'))?.groups).toEqual(['beta']);
      expect((await find('\ud801'))?.userId).toBe('\ud801');
    });
  });
}
