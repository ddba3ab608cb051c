import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ControlPlane } from '../../../compose/control/control-plane.ts';
import type { Actor } from '../../../control/actor.ts';
import { NotPermitted, Unacceptable } from '../../../control/control-errors.ts';
import { ada, changesOf, newTestProject, type TestProject } from '../../../control/test-project.contract.ts';
import type { CrashGroup, CrashGroupFilter } from '../crash-group-store.ts';

const print = (name: string): string =>
  `${Buffer.from(name).toString('hex').padEnd(8, '0')}-0000-8000-8000-000000000000`;
const unknownId = '018f2f6e-7c1a-7000-8000-000000000000';

/** Who looks after a crash group, and what people say about it. */
export function crashTriageContract(open: () => Promise<ControlPlane>): void {
  describe('CrashGroupStore: assignees, comments and filters', () => {
    let control: ControlPlane;
    let project: TestProject;
    let number = 0;
    beforeAll(async () => {
      control = await open();
    });
    afterAll(() => control.close());
    beforeEach(async () => {
      number += 1;
      project = await newTestProject(control, `triage-${number}`);
    });

    const newMember = async (name: string | null = null) => {
      number += 1;
      const { id, email } = await control.members.create({
        email: `T${number}@triage.example`,
        passwordHash: 'x',
        name,
      });
      return { id, email, name };
    };
    const newProjectMember = async (name: string | null = null) => {
      const member = await newMember(name);
      await control.members.grant(member.id, project.projectId, 'editor');
      return member;
    };
    const newGroup = async (name: string, appVersion = '1.0'): Promise<CrashGroup> => {
      const atMs = Date.now() + 1_000;
      const description = { title: name, culprit: null, exceptionType: 'E', reason: { kind: 'k', used: [] }, rule: 1 };
      const times = { happenedAtMs: atMs, receivedAtMs: atMs, describedAtMs: atMs };
      const sighting = { fingerprint: print(name), former: null, description, appVersion, ...times };
      await control.crashGroups.note({ projectId: project.projectId, environmentId: project.production }, [sighting]);
      const [group] = await control.crashGroups.ofFingerprints(project.production, [print(name)]);
      if (group === undefined) throw new Error(`${name} has no group`);
      return group;
    };
    const update = (id: string, patch: Parameters<ControlPlane['crashGroups']['update']>[2]) =>
      control.crashGroups.update(project.production, id, patch, ada);
    const found = (id: string) => control.crashGroups.find(project.production, id);
    const select = async (filter: CrashGroupFilter) => {
      const { aliases: _, ...chosen } = await control.crashGroups.select(project.production, filter);
      return { ...(chosen.only && { only: chosen.only.toSorted() }), ...(chosen.except && { except: chosen.except }) };
    };
    const crashChanges = async () =>
      (await changesOf(control, project.projectId)).filter(({ entityType }) => entityType === 'crash_group');
    const say = (id: string, text: string, author: Actor = ada) =>
      control.crashGroups.comment(project.production, id, text, author);
    const texts = async (id: string) =>
      (await control.crashGroups.comments(project.production, id, { limit: 100 }))?.rows.map(({ text }) => text);

    test('a member is assigned by id or email, and everybody sees the name', async () => {
      const grace = await newProjectMember('Grace');
      const { id } = await newGroup('a');
      expect((await found(id))?.assignee).toBeNull();
      expect((await update(id, { assignee: grace.id }))?.assignee).toEqual(grace);
      expect((await update(id, { assignee: null }))?.assignee).toBeNull();
      expect((await update(id, { assignee: grace.email.toUpperCase() }))?.assignee).toEqual(grace);
      await update(id, { assignee: grace.id });
      expect(await update(unknownId, { assignee: null })).toBeUndefined();
      expect(await crashChanges()).toMatchObject([
        { action: 'assigned', before: { assignee: null }, after: { assignee: grace, status: 'open' }, actor: ada },
        { action: 'unassigned', before: { assignee: grace }, after: { assignee: null } },
        { action: 'assigned' },
      ]);
    });

    test('a status and an assignee are one change', async () => {
      const grace = await newProjectMember();
      const { id } = await newGroup('a');
      const changed = await update(id, { status: 'ignored', assignee: grace.id });
      expect(changed).toMatchObject({ status: 'ignored', assignee: grace });
      expect(await crashChanges()).toMatchObject([{ action: 'ignored', after: { assignee: grace } }]);
      await update(id, { status: 'open' });
      expect((await found(id))?.assignee).toEqual(grace);
    });

    test('nobody outside the project is assigned', async () => {
      const stranger = await newMember();
      const { id } = await newGroup('a');
      for (const assignee of [stranger.id, stranger.email, unknownId, 'nobody', '']) {
        await expect(update(id, { assignee })).rejects.toThrow(Unacceptable);
      }
      await expect(update(id, { status: 'ignored', assignee: stranger.id })).rejects.toThrow(Unacceptable);
      expect(await found(id)).toMatchObject({ assignee: null, status: 'open' });
    });

    test('groups of a member who leaves the project are nobody’s, and the change log says so', async () => {
      const [grace, alan] = [await newProjectMember(), await newProjectMember()];
      const [a, b, c] = [await newGroup('a'), await newGroup('b'), await newGroup('c')];
      for (const { id } of [a, b]) await update(id, { assignee: grace.id });
      await update(c.id, { assignee: alan.id });
      await control.crashGroups.merge(project.production, a.id, [b.id], ada);
      await control.members.remove(project.projectId, grace.id, { actor: ada, role: 'owner' });
      expect((await found(a.id))?.assignee).toBeNull();
      expect((await found(c.id))?.assignee).toEqual(alan);
      const apart = await control.crashGroups.split(project.production, a.id, print('b'), ada);
      expect(apart).toMatchObject({ id: b.id, assignee: null });
      const unassigned = (await crashChanges()).filter(({ action }) => action === 'unassigned');
      expect(unassigned.map(({ entityId, after }) => [entityId, after?.assignee]).toSorted()).toEqual(
        [
          [a.id, null],
          [b.id, null],
        ].toSorted(),
      );
    });

    test('lists are chosen by assignee, together with everything else', async () => {
      const grace = await newProjectMember();
      const [a, b, c] = [await newGroup('a'), await newGroup('b'), await newGroup('c')];
      await update(a.id, { assignee: grace.id });
      await update(b.id, { assignee: grace.id, status: 'ignored' });
      expect(await select({ assignee: grace.id })).toEqual({ only: [print('a'), print('b')] });
      expect(await select({ assignee: grace.email })).toEqual({ only: [print('a'), print('b')] });
      expect(await select({ assignee: grace.id, status: 'open' })).toEqual({ only: [print('a')] });
      expect(await select({ assignee: grace.id, search: 'b' })).toEqual({ only: [print('b')] });
      expect(await select({ assignee: unknownId })).toEqual({ only: [] });
      expect((await select({ assignee: null })).except?.toSorted()).toEqual([print('a'), print('b')]);
      await update(c.id, { status: 'resolved' });
      expect((await select({ assignee: null, status: 'open' })).except).toHaveLength(3);
      expect(await select({ assignee: null, status: 'resolved' })).toEqual({ only: [print('c')] });
      expect(await select({ assignee: null, search: 'c' })).toEqual({ only: [print('c')] });
    });

    test('lists are chosen by regression and by age', async () => {
      const [a, b] = [await newGroup('a'), await newGroup('b')];
      await update(a.id, { status: 'resolved', resolvedInVersion: '1.0' });
      expect(await select({ isRegression: true })).toEqual({ only: [] });
      await newGroup('a', '2.0');
      expect(await select({ isRegression: true })).toEqual({ only: [print('a')] });
      const fresh = { status: 'open', isRegression: false } as const;
      expect(await select({ ...fresh, createdSinceMs: b.createdAtMs })).toEqual({ only: [print('b')] });
      expect(await select({ ...fresh, createdSinceMs: Date.now() + 1_000 })).toEqual({ only: [] });
      await update(a.id, { status: 'ignored' });
      expect(await select({ isRegression: true })).toEqual({ only: [] });
    });

    test('comments are read newest first and page by page; the change log has who and when, not the words', async () => {
      const { id } = await newGroup('a');
      expect(await texts(id)).toEqual([]);
      const hostile = '<img src=x onerror=alert(1)>\n\u202e **no** `markup` \u0000';
      await say(id, 'first words');
      expect(await say(id, hostile)).toMatchObject({ author: ada, text: expect.stringContaining('<img src=x') });
      const page = await control.crashGroups.comments(project.production, id, { limit: 1 });
      expect(page?.rows).toEqual([
        {
          id: expect.any(String),
          author: ada,
          text: hostile.replace('\u0000', '\ufffd'),
          createdAtMs: expect.any(Number),
        },
      ]);
      const cursor = page?.nextCursor ?? '';
      const next = await control.crashGroups.comments(project.production, id, { limit: 1, cursor });
      expect(next).toMatchObject({ rows: [{ text: 'first words' }], nextCursor: null });
      expect(await crashChanges()).toMatchObject([{ action: 'commented', actor: ada }, { action: 'commented' }]);
      expect(JSON.stringify(await changesOf(control, project.projectId))).not.toContain('first words');
      expect(await say(unknownId, 'x')).toBeUndefined();
      expect(await control.crashGroups.comments(project.development, id, { limit: 1 })).toBeUndefined();
    });

    test('a comment is deleted by its author or an admin, and by nobody else', async () => {
      const grace: Actor = { kind: 'member', id: 'm-grace', name: 'Grace' };
      const [a, b] = [await newGroup('a'), await newGroup('b')];
      const [own, other] = [await say(a.id, 'own'), await say(a.id, 'other')];
      const remove = (groupId: string, id = '', actor = ada, role: 'editor' | 'admin' = 'editor') =>
        control.crashGroups.deleteComment(project.production, groupId, id, { actor, role });
      await expect(remove(a.id, own?.id, grace)).rejects.toThrow(NotPermitted);
      expect(await remove(b.id, own?.id)).toBe(false);
      expect(await remove(a.id, unknownId)).toBe(false);
      expect(await remove(a.id, own?.id)).toBe(true);
      expect(await remove(a.id, own?.id)).toBe(false);
      expect(await remove(a.id, other?.id, grace, 'admin')).toBe(true);
      expect(await texts(a.id)).toEqual([]);
      expect((await crashChanges())[0]).toMatchObject({ action: 'comment_deleted', actor: grace, entityId: a.id });
    });

    test('merged groups have the comments of both, and each its own again after a split', async () => {
      const [a, b, c] = [await newGroup('a'), await newGroup('b'), await newGroup('c')];
      for (const [{ id }, text] of [
        [a, 'of a'],
        [b, 'of b'],
        [c, 'of c'],
      ] as const)
        await say(id, text);
      await control.crashGroups.merge(project.production, b.id, [c.id], ada);
      await control.crashGroups.merge(project.production, a.id, [b.id], ada);
      await say(b.id, 'of all');
      expect(await texts(a.id)).toEqual(['of all', 'of c', 'of b', 'of a']);
      expect(await texts(c.id)).toEqual(['of all', 'of c', 'of b', 'of a']);
      await control.crashGroups.split(project.production, a.id, print('b'), ada);
      expect(await texts(b.id)).toEqual(['of b']);
      expect(await texts(a.id)).toEqual(['of all', 'of c', 'of a']);
      expect(await control.crashGroups.removeComments(project.production, c.id)).toBe(3);
      expect(await texts(a.id)).toEqual([]);
      expect(await texts(b.id)).toEqual(['of b']);
    });
  });
}
