import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ControlPlane } from '../../compose/control/control-plane.ts';
import { Taken, Unacceptable, WrongState } from '../../control/control-errors.ts';
import { ada, newTestProject, type TestProject, versionOf } from '../../control/test-project.contract.ts';

export function groupStoreContract(open: () => Promise<ControlPlane>): void {
  describe('GroupStore', () => {
    let control: ControlPlane;
    let project: TestProject;
    let other: TestProject;
    beforeAll(async () => {
      control = await open();
      project = await newTestProject(control, 'shop');
      other = await newTestProject(control, 'other');
    });
    afterAll(() => control.close());

    const create = (key: string, name = `Group ${key}`) =>
      control.groups.create({ projectId: project.projectId, key, name }, ada);
    const find = (key: string) => control.groups.find(project.projectId, key);
    const add = (key: string, userId: string) => control.groups.addMember(project.projectId, key, { userId }, ada);
    const addEmail = (key: string, email: string) => control.groups.addMember(project.projectId, key, { email }, ada);
    const remove = (key: string, userId: string) => control.groups.removeMember(project.projectId, key, userId, ada);
    const identify = async (environmentId: string, userId: string, email: string) => {
      const device = { projectId: project.projectId, environmentId, deviceId: `of-${userId}` };
      await control.devices.register({ ...device, newAnonymousId: userId, facts: {}, atMs: 1 });
      await control.devices.identify({ ...device, userId, attributes: { email }, atMs: 1 });
    };

    test('a new group is empty and in force, and its key is taken in its project', async () => {
      const group = await create('beta');
      expect(group).toEqual({
        id: expect.any(String),
        projectId: project.projectId,
        key: 'beta',
        name: 'Group beta',
        description: null,
        memberCount: 0,
        archivedAtMs: null,
        createdAtMs: group.createdAtMs,
        updatedAtMs: group.createdAtMs,
      });
      expect(await find('beta')).toEqual(group);
      expect(await control.groups.find(other.projectId, group.id)).toBeUndefined();
      await expect(create('beta')).rejects.toThrow(Taken);
      await expect(create('beta')).rejects.toMatchObject({ reason: 'GROUP_KEY_EXISTS' });
    });

    test('update renames, clears, archives and brings back', async () => {
      const update = (patch: object) => control.groups.update(project.projectId, 'changing', patch, ada);
      await create('changing');
      expect(await update({ name: 'New', description: 'About' })).toMatchObject({ name: 'New', description: 'About' });
      const archived = await update({ archived: true, description: null });
      expect(archived).toMatchObject({ description: null, archivedAtMs: expect.any(Number) });
      expect(await update({ archived: true })).toEqual(archived);
      await expect(add('changing', 'late')).rejects.toThrow(WrongState);
      await expect(add('changing', 'late')).rejects.toMatchObject({ reason: 'GROUP_ARCHIVED' });
      expect((await update({ archived: false }))?.archivedAtMs).toBeNull();
      await add('changing', 'late');
      await expect(update({ key: 'other' })).rejects.toMatchObject({ field: 'key' });
      expect(await control.groups.update(project.projectId, 'nothing', {}, ada)).toBeUndefined();
    });

    test('members are counted, listed latest first in pages, and in a group once', async () => {
      await create('members');
      const first = await add('members', 'u1');
      const second = await add('members', 'u2');
      expect(first).toEqual({ id: expect.any(String), userId: 'u1', addedAtMs: expect.any(Number) });
      expect((await find('members'))?.memberCount).toBe(2);
      await expect(add('members', 'u1')).rejects.toThrow(Taken);
      await expect(add('members', 'u1')).rejects.toMatchObject({ reason: 'ALREADY_MEMBER' });
      const page = await control.groups.members(project.projectId, 'members', { limit: 1 });
      expect(page).toEqual({ rows: [second], nextCursor: second?.id });
      const rest = await control.groups.members(project.projectId, 'members', { limit: 1, cursor: second?.id ?? '' });
      expect(rest).toEqual({ rows: [first], nextCursor: null });
      expect(await remove('members', 'u1')).toBe(true);
      expect(await remove('members', 'u1')).toBe(false);
      expect((await add('members', 'u1'))?.id).not.toBe(first?.id);
      expect(await add('nothing', 'u1')).toBeUndefined();
      expect(await remove('nothing', 'u1')).toBe(false);
      expect(await control.groups.members(project.projectId, 'nothing', { limit: 1 })).toBeUndefined();
      expect(await control.groups.memberIds(project.projectId, 'nothing', 1)).toBeUndefined();
      expect(await control.groups.memberIds(project.projectId, 'members', 1)).toHaveLength(1);
    });

    test('an archived group keeps its members and lets them go', async () => {
      await create('frozen');
      await add('frozen', 'kept');
      await add('frozen', 'leaving');
      await control.groups.update(project.projectId, 'frozen', { archived: true }, ada);
      expect(await remove('frozen', 'leaving')).toBe(true);
      expect((await control.users.find(project.production, 'kept'))?.groups).toEqual(['frozen']);
    });

    test('a member can be named by the email attribute, in any environment and letter case', async () => {
      await create('by_email');
      await identify(project.production, 'mail-1', 'Ada@Example.org');
      await identify(project.development, 'mail-1', 'ada@example.org');
      await identify(project.development, 'mail-2', 'grace@example.org');
      expect((await addEmail('by_email', 'ada@example.ORG '))?.userId).toBe('mail-1');
      expect((await addEmail('by_email', 'grace@example.org'))?.userId).toBe('mail-2');
      await expect(addEmail('by_email', 'ada@example.org')).rejects.toMatchObject({ reason: 'ALREADY_MEMBER' });
    });

    test('an email that nobody has, or several, is refused', async () => {
      await create('which');
      await expect(addEmail('which', 'nobody@example.org')).rejects.toThrow(Unacceptable);
      await identify(project.production, 'twin-1', 'twin@example.org');
      await identify(project.production, 'twin-2', 'twin@example.org');
      await expect(addEmail('which', 'twin@example.org')).rejects.toMatchObject({ field: 'email' });
      expect((await find('which'))?.memberCount).toBe(0);
    });

    test('a membership moves no version', async () => {
      await create('quiet');
      const before = await versionOf(control, project.projectId, 'production');
      await add('quiet', 'u');
      await remove('quiet', 'u');
      expect(await versionOf(control, project.projectId, 'production')).toBe(before);
    });

    test('lists are newest first, without archived ones unless asked, and searched', async () => {
      await create('list_a', 'Früh dabei');
      await create('list_b');
      await control.groups.update(project.projectId, 'list_b', { archived: true }, ada);
      const keysOf = async (filter: object, limit = 100) => {
        const page = await control.groups.list({ projectId: project.projectId, ...filter }, { limit });
        return page.rows.map(({ key }) => key);
      };
      expect(await keysOf({}, 1)).toEqual(['list_a']);
      expect(await keysOf({ includeArchived: true }, 1)).toEqual(['list_b']);
      expect(await keysOf({ search: 'FRÜH' })).toEqual(['list_a']);
    });
  });
}
