import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ControlPlane } from '../../compose/control/control-plane.ts';
import { Taken, Unacceptable } from '../../control/control-errors.ts';
import { ada, changesOf, newTestProject, type TestProject, versionOf } from '../../control/test-project.contract.ts';
import type { Flag, FlagPatch, NewFlag } from './flag-store.ts';
import { targetingContract } from './targeting.contract.ts';

export function flagStoreContract(open: () => Promise<ControlPlane>): void {
  describe('FlagStore', () => {
    let control: ControlPlane;
    let project: TestProject;
    let other: TestProject;
    beforeAll(async () => {
      control = await open();
      project = await newTestProject(control, 'shop');
      other = await newTestProject(control, 'other');
    });
    afterAll(() => control.close());

    const create = (key: string, more: Partial<NewFlag> = {}): Promise<Flag> =>
      control.flags.create(
        { projectId: project.projectId, key, name: `Flag ${key}`, platforms: ['web'], ...more },
        ada,
      );
    const update = (key: string, patch: FlagPatch) => control.flags.update(project.projectId, key, patch, ada);
    const find = (key: string) => control.flags.find(project.projectId, key);
    const keysOf = async (filter: object) => {
      const { rows } = await control.flags.list({ projectId: project.projectId, ...filter }, { limit: 100 });
      return rows.map(({ key }) => key);
    };

    test('a flag that says little is an active boolean release flag, off', async () => {
      const flag = await create('plain');
      expect(flag).toEqual({
        id: expect.any(String),
        projectId: project.projectId,
        key: 'plain',
        name: 'Flag plain',
        description: null,
        valueType: 'boolean',
        defaultValue: false,
        platforms: ['web'],
        tags: [],
        kind: 'release',
        status: 'active',
        owner: null,
        prerequisites: [],
        expiresOn: null,
        stale: null,
        lastSeenAtMs: null,
        createdAtMs: flag.createdAtMs,
        updatedAtMs: flag.createdAtMs,
      });
      expect(await find('plain')).toEqual(flag);
      expect(await find(flag.id.toUpperCase())).toEqual(flag);
      expect(await control.flags.find(other.projectId, flag.id)).toBeUndefined();
    });

    test('the default value is that of the type unless one is given', async () => {
      expect((await create('d_string', { valueType: 'string' })).defaultValue).toBe('');
      expect((await create('d_number', { valueType: 'number' })).defaultValue).toBe(0);
      expect((await create('d_json', { valueType: 'json' })).defaultValue).toEqual({});
      const value = JSON.parse('{"a": [1, {"__proto__": null}], "nul": "\\u0000\\ud800"}');
      await create('d_given', { valueType: 'json', defaultValue: value });
      expect(JSON.stringify((await find('d_given'))?.defaultValue)).toBe(JSON.stringify(value));
    });

    test('a default value of another type is refused, and nothing is made', async () => {
      const wrong = create('wrong', { valueType: 'number', defaultValue: 'x' });
      await expect(wrong).rejects.toThrow(Unacceptable);
      await expect(wrong).rejects.toMatchObject({ field: 'default_value' });
      expect(await find('wrong')).toBeUndefined();
    });

    test('a key is unique in its project, archived flags included', async () => {
      await create('taken');
      await update('taken', { status: 'archived' });
      await expect(create('taken')).rejects.toThrow(Taken);
      await expect(create('taken')).rejects.toMatchObject({ reason: 'FLAG_KEY_EXISTS' });
      await create('taken', { projectId: other.projectId });
    });

    test('update changes what was sent, clears with null, and keeps the rest', async () => {
      const before = await create('changing', { description: 'old', tags: ['a'] });
      const after = await update('changing', { name: 'New', description: null, tags: ['b', 'b'], kind: 'permission' });
      expect(after).toEqual({
        ...before,
        name: 'New',
        description: null,
        tags: ['b'],
        kind: 'permission',
        updatedAtMs: after?.updatedAtMs,
      });
      expect(after?.updatedAtMs).toBeGreaterThan(before.updatedAtMs);
      expect(await find('changing')).toEqual(after);
      expect(await update('nothing', { name: 'x' })).toBeUndefined();
    });

    test('fixed fields may be sent as they are and not otherwise', async () => {
      await create('fixed', { valueType: 'string' });
      expect(await update('fixed', { key: 'fixed', valueType: 'string' })).toMatchObject({ key: 'fixed' });
      await expect(update('fixed', { key: 'loose' })).rejects.toMatchObject({ field: 'key' });
      await expect(update('fixed', { valueType: 'json' })).rejects.toMatchObject({ field: 'value_type' });
      await expect(update('fixed', { defaultValue: 1 })).rejects.toMatchObject({ field: 'default_value' });
      expect((await find('fixed'))?.defaultValue).toBe('');
    });

    test('what changes a flag moves the version of every environment of its project only', async () => {
      const versions = async () => [
        await versionOf(control, project.projectId, 'production'),
        await versionOf(control, project.projectId, 'development'),
        await versionOf(control, other.projectId, 'production'),
      ];
      const [production = 0, development = 0, elsewhere = 0] = await versions();
      await create('moving');
      expect(await versions()).toEqual([production + 1, development + 1, elsewhere]);
      await update('moving', { name: 'Moved' });
      expect(await versions()).toEqual([production + 2, development + 2, elsewhere]);
      await update('moving', { name: 'Moved', tags: [] });
      expect(await versions()).toEqual([production + 2, development + 2, elsewhere]);
    });

    test('lists are newest first, in pages, and filtered', async () => {
      await create('list_a', { platforms: ['ios'], tags: ['checkout'], name: 'Zahlung ÄPFEL' });
      await create('list_b', { platforms: ['ios', 'android'], tags: ['checkout-2'], kind: 'operational' });
      await update('list_b', { status: 'deprecated' });
      expect((await keysOf({})).slice(0, 2)).toEqual(['list_b', 'list_a']);
      expect(await keysOf({ platform: 'ios' })).toEqual(['list_b', 'list_a']);
      expect(await keysOf({ tag: 'checkout' })).toEqual(['list_a']);
      expect(await keysOf({ status: 'deprecated' })).toEqual(['list_b']);
      expect(await keysOf({ kind: 'operational' })).toEqual(['list_b']);
      expect(await keysOf({ search: 'äpfel' })).toEqual(['list_a']);
      expect(await keysOf({ search: 'LIST_' })).toEqual(['list_b', 'list_a']);
      expect(await keysOf({ search: '%' })).toEqual([]);
      const first = await control.flags.list({ projectId: project.projectId }, { limit: 1 });
      const cursor = first.nextCursor ?? '';
      const second = await control.flags.list({ projectId: project.projectId }, { limit: 1, cursor });
      expect([first.rows[0]?.key, second.rows[0]?.key]).toEqual(['list_b', 'list_a']);
    });

    const newMember = async (in_: TestProject | undefined, name: string | null = null) => {
      const email = `owner-${Math.random().toString(36).slice(2)}@Flags.example`;
      const { id } = await control.members.create({ email, passwordHash: 'x', name });
      if (in_ !== undefined) await control.members.grant(id, in_.projectId, 'editor');
      return { id, email, name };
    };

    test('a flag is owned by a member of its project, by id or email, and moves no version by that', async () => {
      const grace = await newMember(project, 'Grace');
      expect(await create('owned', { owner: grace.email.toUpperCase() })).toMatchObject({ owner: grace });
      const version = await versionOf(control, project.projectId, 'production');
      expect((await update('owned', { owner: null }))?.owner).toBeNull();
      expect(await update('owned', { owner: grace.id })).toMatchObject({ owner: grace });
      expect(await versionOf(control, project.projectId, 'production')).toBe(version);
      expect(await find('owned')).toMatchObject({ owner: grace, name: 'Flag owned' });
      expect((await changesOf(control, project.projectId)).slice(0, 2)).toMatchObject([
        {
          entityType: 'flag',
          action: 'updated',
          before: { owner: null },
          after: { owner: grace },
          configVersion: null,
        },
        { before: { owner: grace }, after: { owner: null } },
      ]);
      await create('owned_by_none');
      expect(await keysOf({ owner: grace.id })).toEqual(['owned']);
      expect(await keysOf({ owner: grace.email, status: 'archived' })).toEqual([]);
      expect(await keysOf({ owner: project.projectId })).toEqual([]);
      const unowned = await keysOf({ owner: null, search: 'owned' });
      expect(unowned).toEqual(['owned_by_none']);
      const stranger = await newMember(other);
      for (const owner of [stranger.id, stranger.email, 'nobody']) {
        await expect(update('owned', { owner })).rejects.toMatchObject({ field: 'owner' });
        await expect(create('never', { owner })).rejects.toThrow(Unacceptable);
      }
      expect(await find('never')).toBeUndefined();
    });

    test('the flags of a member who leaves the project are nobody’s, and the change log says so', async () => {
      const grace = await newMember(project);
      await create('left_a', { owner: grace.id });
      await create('left_b', { owner: grace.id });
      await control.members.grant(grace.id, other.projectId, 'editor');
      await create('kept_elsewhere', { projectId: other.projectId, owner: grace.id });
      await control.members.remove(project.projectId, grace.id, { actor: ada, role: 'owner' });
      expect([(await find('left_a'))?.owner, (await find('left_b'))?.owner]).toEqual([null, null]);
      expect((await control.flags.find(other.projectId, 'kept_elsewhere'))?.owner).toEqual(grace);
      const changes = (await changesOf(control, project.projectId)).filter(({ entityType }) => entityType === 'flag');
      expect(changes.slice(0, 2).map(({ entityKey }) => entityKey)).toEqual(['left_b', 'left_a']);
      expect(changes[0]).toMatchObject({ action: 'updated', before: { owner: grace }, after: { owner: null } });
    });

    test('a comment is logged with the change that it is about', async () => {
      await create('said');
      const scope = { projectId: project.projectId, flag: 'said', environment: 'production' };
      await control.flags.update(project.projectId, 'said', { name: 'Said' }, ada, '  shorter \u0000 name\n');
      await control.flags.update(project.projectId, 'said', { name: 'Said' }, ada, 'changes nothing');
      await control.flags.setRollout(scope, { percentage: 5, value: true }, ada, 'for the beta');
      await control.flags.replaceRules(scope, [{ conditions: [], value: true }], ada, 'for staff');
      await control.flags.kill(scope, { reason: 'it crashes' }, ada);
      await control.flags.restore(scope, ada, ' ');
      const { flag, ...copy } = { ...scope, from: 'production', to: 'development' };
      await control.flags.copyTargeting({ flag, ...copy }, ada, 'try it there');
      const history = await control.flags.history(project.projectId, 'said', { limit: 20 });
      expect(history?.rows.map(({ action, comment }) => [action, comment])).toEqual([
        ['copied', 'try it there'],
        ['restored', null],
        ['killed', null],
        ['rules_replaced', 'for staff'],
        ['rollout_set', 'for the beta'],
        ['updated', 'shorter \ufffd name'],
        ['created', null],
      ]);
    });

    test('sightings keep the latest, change no version and no log, and pass over what is unknown', async () => {
      const { id: flagId } = await create('seen');
      const [logged, version] = [
        await changesOf(control, project.projectId),
        await versionOf(control, project.projectId, 'production'),
      ];
      const now = Date.now();
      await control.flags.noteSightings([
        { flagId, environmentId: project.production, seenAtMs: now },
        { flagId, environmentId: project.production, seenAtMs: now - 5 },
        { flagId, environmentId: project.development, seenAtMs: now - 9 },
        { flagId: project.projectId, environmentId: project.production, seenAtMs: now },
        { flagId, environmentId: other.production, seenAtMs: now + 9 },
      ]);
      expect(await find('seen')).toMatchObject({ lastSeenAtMs: now, stale: null });
      await control.flags.noteSightings([{ flagId, environmentId: project.production, seenAtMs: now - 40 }]);
      expect((await find('seen'))?.lastSeenAtMs).toBe(now);
      expect(await changesOf(control, project.projectId)).toEqual(logged);
      expect(await versionOf(control, project.projectId, 'production')).toBe(version);
    });

    test('a flag last seen more than 30 days ago is stale', async () => {
      const { id: flagId } = await create('forgotten');
      const seenAtMs = Date.now() - 31 * 86_400_000;
      await control.flags.noteSightings([{ flagId, environmentId: project.production, seenAtMs }]);
      expect(await find('forgotten')).toMatchObject({ stale: 'unseen', lastSeenAtMs: seenAtMs });
    });

    targetingContract(() => ({ control, project }));
  });
}
