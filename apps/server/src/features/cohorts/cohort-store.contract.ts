import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ControlPlane } from '../../compose/control/control-plane.ts';
import { Taken, WrongState } from '../../control/control-errors.ts';
import { ada, newTestProject, type TestProject, versionOf } from '../../control/test-project.contract.ts';
import type { Scope } from '../../edge/scope.ts';
import type { CohortDefinition } from './cohort-store.ts';

export function cohortStoreContract(open: () => Promise<ControlPlane>): void {
  describe('CohortStore', () => {
    let control: ControlPlane;
    let project: TestProject;
    let scope: Scope;
    beforeAll(async () => {
      control = await open();
      project = await newTestProject(control, 'cohorts');
      scope = { projectId: project.projectId, environmentId: project.production };
    });
    afterAll(() => control.close());

    const list = (key: string) =>
      control.cohorts.create({ ...scope, key, name: `Cohort ${key}`, kind: 'list', definition: {} }, ada);
    const naming = (...cohorts: string[]): CohortDefinition => ({
      rule: { did: { event: null, filters: [{ field: 'cohort', op: 'in', value: cohorts }] } },
    });
    const behaviour = (key: string, ...cohorts: string[]) =>
      control.cohorts.create({ ...scope, key, name: key, kind: 'behaviour', definition: naming(...cohorts) }, ada);
    const find = (key: string) => control.cohorts.find(scope, key);

    test('a new cohort is not computed, and its key is taken in its environment alone', async () => {
      const cohort = await list('first');
      expect(cohort).toMatchObject({ ...scope, key: 'first', kind: 'list', definition: {}, size: null, error: null });
      expect(await find('first')).toEqual(cohort);
      expect(await find(cohort.id.toUpperCase())).toEqual(cohort);
      await expect(list('first')).rejects.toMatchObject({ reason: 'COHORT_KEY_EXISTS' });
      await expect(list('first')).rejects.toThrow(Taken);
      const elsewhere = { ...scope, environmentId: project.development };
      expect(await control.cohorts.find(elsewhere, cohort.id)).toBeUndefined();
      await control.cohorts.create({ ...elsewhere, key: 'first', name: 'Other', kind: 'list', definition: {} }, ada);
    });

    test('update renames, archives and brings back; what was computed is no edit and moves no version', async () => {
      const cohort = await list('changing');
      const update = (patch: object) => control.cohorts.update(scope, 'changing', patch, ada);
      const before = await versionOf(control, project.projectId, 'production');
      expect(await update({ name: 'New', description: 'About' })).toMatchObject({ name: 'New', description: 'About' });
      const archived = await update({ archived: true });
      expect(archived?.archivedAtMs).toEqual(expect.any(Number));
      expect(await update({ archived: true })).toEqual(archived);
      await expect(control.cohorts.addMembers(scope, 'changing', ['u'], ada)).rejects.toThrow(WrongState);
      expect((await update({ archived: false }))?.archivedAtMs).toBeNull();
      await expect(update({ key: 'other' })).rejects.toMatchObject({ field: 'key' });
      await expect(update({ kind: 'query' })).rejects.toMatchObject({ field: 'kind' });
      await control.cohorts.noteOutcome(cohort.id, { size: 5, userCount: 3, atMs: 77 });
      expect(await find('changing')).toMatchObject({ size: 5, userCount: 3, computedAtMs: 77, error: null });
      await control.cohorts.noteOutcome(cohort.id, { error: 'too heavy', atMs: 78 });
      await control.cohorts.noteAsked([cohort.id], 79);
      expect(await find('changing')).toMatchObject({
        size: 5,
        computedAtMs: 77,
        error: 'too heavy',
        triedAtMs: 78,
        askedAtMs: 79,
      });
      expect(await versionOf(control, project.projectId, 'production')).toBe(before);
      const { rows } = await control.changes.list(
        { projectId: project.projectId, entityType: 'cohort', entityId: cohort.id },
        { limit: 10 },
      );
      expect(rows.map(({ action }) => action)).toEqual(['unarchived', 'archived', 'updated', 'created']);
    });

    test('a definition cannot name an unknown, an archived or its own cohort, nor too many', async () => {
      const place = 'definition.rule.did.filters.0.value';
      await list('base');
      await behaviour('a', 'base');
      await behaviour('b', 'a');
      await expect(behaviour('c', 'nothing')).rejects.toMatchObject({ field: place });
      await expect(behaviour('c', 'c')).rejects.toMatchObject({
        field: place,
        message: expect.stringMatching('itself'),
      });
      const closing = control.cohorts.update(scope, 'a', { definition: naming('b') }, ada);
      await expect(closing).rejects.toMatchObject({ field: place, message: expect.stringMatching('itself') });
      await expect(behaviour('many', ...Array.from({ length: 21 }, () => 'base'))).rejects.toThrow('too many');
      await control.cohorts.update(scope, 'base', { archived: true }, ada);
      await expect(behaviour('c', 'base')).rejects.toMatchObject({ message: expect.stringMatching('archived') });
      expect(await find('c')).toBeUndefined();
    });

    test('a list holds each user once, in pages, and lets them go', async () => {
      const cohort = await list('users');
      const add = (...userIds: string[]) => control.cohorts.addMembers(scope, 'users', userIds, ada);
      expect(await add('u1', 'u2', 'o\u0000dd')).toEqual({ added: 3, size: 3 });
      expect(await add('u2', 'u3')).toEqual({ added: 1, size: 4 });
      expect(await control.cohorts.countNew(cohort.id, ['u1', 'u9'])).toBe(1);
      expect(await control.cohorts.userIds(cohort.id, '', 10)).toEqual(['o\u0000dd', 'u1', 'u2', 'u3']);
      expect(await control.cohorts.userIds(cohort.id, 'u1', 1)).toEqual(['u2']);
      const page = await control.cohorts.members(scope, 'users', { limit: 3 });
      expect(page?.rows).toHaveLength(3);
      const rest = await control.cohorts.members(scope, 'users', { limit: 3, cursor: page?.nextCursor ?? '' });
      expect([...(page?.rows ?? []), ...(rest?.rows ?? [])].map(({ userId }) => userId).sort()).toEqual([
        'o\u0000dd',
        'u1',
        'u2',
        'u3',
      ]);
      expect(await control.cohorts.removeMember(scope, 'users', 'u1', ada)).toBe(true);
      expect(await control.cohorts.removeMember(scope, 'users', 'u1', ada)).toBe(false);
      expect(await control.cohorts.countMembers(cohort.id)).toBe(3);
      expect(await control.cohorts.addMembers(scope, 'nothing', ['u'], ada)).toBeUndefined();
      await control.cohorts.create(
        { ...scope, key: 'computed', name: 'c', kind: 'attributes', definition: { filters: [] } },
        ada,
      );
      await expect(control.cohorts.addMembers(scope, 'computed', ['u'], ada)).rejects.toMatchObject({
        reason: 'COHORT_NOT_A_LIST',
      });
    });

    test('what is served is told once, and an erased user is in nothing any more', async () => {
      const cohort = await list('served');
      await control.cohorts.addMembers(scope, 'served', ['erased', 'kept'], ada);
      expect(await control.cohorts.serve(cohort.id, ['erased', 'kept'])).toBe(true);
      expect(await control.cohorts.serve(cohort.id, ['erased', 'kept'])).toBe(false);
      await control.privacy.eraseUser(scope, 'erased', ada);
      expect(await control.cohorts.userIds(cohort.id, '', 10)).toEqual(['kept']);
      expect(await control.cohorts.serve(cohort.id, ['kept'])).toBe(false);
      expect(await control.cohorts.serve(cohort.id, null)).toBe(true);
      expect(await control.cohorts.serve(cohort.id, null)).toBe(false);
      expect((await control.cohorts.all()).map(({ key }) => key)).toContain('served');
    });

    test('lists are newest first, without archived ones unless asked, and searched', async () => {
      await list('list_a');
      await list('list_b');
      await control.cohorts.update(scope, 'list_b', { archived: true }, ada);
      const keysOf = async (filter: object, limit = 100) =>
        (await control.cohorts.list({ ...scope, ...filter }, { limit })).rows.map(({ key }) => key);
      expect(await keysOf({}, 1)).toEqual(['list_a']);
      expect(await keysOf({ includeArchived: true }, 1)).toEqual(['list_b']);
      expect(await keysOf({ search: 'COHORT LIST_A' })).toEqual(['list_a']);
    });
  });
}
