import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ControlPlane } from '../../compose/control/control-plane.ts';
import { Unacceptable } from '../../control/control-errors.ts';
import { ada, changesOf, newTestProject, type TestProject } from '../../control/test-project.contract.ts';
import type { CrashGroup, CrashGroupStatus, CrashSighting } from './crash-group-store.ts';

const print = (name: string): string =>
  `${Buffer.from(name.padEnd(4, '.')).toString('hex')}-0000-8000-8000-000000000000`;

const sighting = (name: string, more: Partial<CrashSighting> = {}): CrashSighting => ({
  fingerprint: print(name),
  former: null,
  description: {
    title: `Error ${name}`,
    culprit: `run in ${name}.ts`,
    exceptionType: 'Error',
    reason: { kind: 'in_app_frames', used: ['Type Error'] },
    rule: 1,
  },
  appVersion: '1.0',
  happenedAtMs: Date.now() + 1_000,
  receivedAtMs: Date.now() + 1_000,
  describedAtMs: Date.now() + 1_000,
  ...more,
});

export function crashGroupStoreContract(open: () => Promise<ControlPlane>): void {
  describe('CrashGroupStore', () => {
    let control: ControlPlane;
    let project: TestProject;
    let number = 0;
    beforeAll(async () => {
      control = await open();
    });
    afterAll(() => control.close());
    beforeEach(async () => {
      number += 1;
      project = await newTestProject(control, `crashes-${number}`);
    });

    const note = (...sightings: CrashSighting[]) =>
      control.crashGroups.note({ projectId: project.projectId, environmentId: project.production }, sightings);
    const groupOf = async (name: string): Promise<CrashGroup> => {
      const [group, ...more] = await control.crashGroups.ofFingerprints(project.production, [print(name)]);
      if (group === undefined || more.length > 0) throw new Error(`${name} has not exactly one group`);
      return group;
    };
    const found = (id: string) => control.crashGroups.find(project.production, id);
    const update = (id: string, status: CrashGroupStatus, resolvedInVersion?: string | null) =>
      control.crashGroups.update(
        project.production,
        id,
        { status, ...(resolvedInVersion === undefined ? {} : { resolvedInVersion }) },
        ada,
      );
    const merge = (into: CrashGroup, ...others: CrashGroup[]) =>
      control.crashGroups.merge(
        project.production,
        into.id,
        others.map(({ id }) => id),
        ada,
      );
    const crashChanges = async () =>
      (await changesOf(control, project.projectId)).filter(({ entityType }) => entityType === 'crash_group');

    test('a fingerprint that was not known makes a group, and the next report of it none', async () => {
      expect(await note(sighting('a'), sighting('b'), sighting('a'))).toEqual([print('a'), print('b'), print('a')]);
      const group = await groupOf('a');
      expect(group).toEqual({
        ...sighting('a').description,
        id: expect.any(String),
        projectId: project.projectId,
        environmentId: project.production,
        fingerprint: print('a'),
        fingerprints: [print('a')],
        status: 'open',
        resolvedInVersion: null,
        resolvedAtMs: null,
        regressedAtMs: null,
        regressedInVersion: null,
        regressions: 0,
        assignee: null,
        createdAtMs: expect.any(Number),
      });
      await note(sighting('a'));
      expect(await groupOf('a')).toEqual(group);
      expect(await control.crashGroups.ofFingerprints(project.production, [print('a'), print('b')])).toHaveLength(2);
      expect(await control.crashGroups.ofFingerprints(project.development, [print('a')])).toEqual([]);
      expect(await control.crashGroups.find(project.development, group.id)).toBeUndefined();
      expect(await crashChanges()).toEqual([]);
    });

    test('reports that move to a new fingerprint keep their group, its status and its id', async () => {
      await note(sighting('a'));
      const { id } = await groupOf('a');
      await update(id, 'ignored');
      await note(sighting('a2', { former: print('a') }));
      expect(await groupOf('a2')).toMatchObject({
        id,
        title: 'Error a2',
        status: 'ignored',
        fingerprint: print('a'),
        fingerprints: [print('a'), print('a2')],
      });
      expect((await control.crashGroups.select(project.production, {})).aliases).toEqual([[print('a2'), print('a')]]);
    });

    test('where one fingerprint becomes several, the first keeps the group and the others get their own', async () => {
      await note(sighting('a'), sighting('a2', { former: print('a') }), sighting('a3', { former: print('a') }));
      expect((await groupOf('a2')).id).toBe((await groupOf('a')).id);
      expect((await groupOf('a3')).id).not.toBe((await groupOf('a')).id);
      await note(sighting('a'), sighting('b'), sighting('b', { former: print('a') }));
      expect((await groupOf('b')).id).not.toBe((await groupOf('a')).id);
    });

    test('a resolved group opens again for a later version, as a regression, and the log says so', async () => {
      await note(sighting('a'));
      const { id } = await groupOf('a');
      const resolved = await update(id, 'resolved', '1.9');
      expect(resolved).toMatchObject({
        status: 'resolved',
        resolvedInVersion: '1.9',
        resolvedAtMs: expect.any(Number),
      });
      await note(sighting('a', { appVersion: '1.9' }), sighting('a', { appVersion: '1.2' }));
      expect((await groupOf('a')).status).toBe('resolved');
      await note(sighting('a', { appVersion: '1.10' }));
      expect(await groupOf('a')).toMatchObject({
        status: 'open',
        regressedInVersion: '1.10',
        regressedAtMs: expect.any(Number),
        regressions: 1,
      });
      expect(await crashChanges()).toMatchObject([
        { action: 'regressed', actor: { kind: 'scheduler' }, entityId: id, after: { is_regression: true } },
        { action: 'resolved', actor: ada, environmentId: project.production, before: { status: 'open' } },
      ]);
    });

    test('an ignored group stays ignored, and one that is opened by hand forgets how it was resolved', async () => {
      await note(sighting('a'));
      const { id } = await groupOf('a');
      await update(id, 'ignored');
      await note(sighting('a', { appVersion: '99' }));
      expect((await found(id))?.status).toBe('ignored');
      await update(id, 'resolved', null);
      expect(await update(id, 'open')).toMatchObject({ status: 'open', resolvedAtMs: null, regressions: 0 });
      expect(await update('018f2f6e-7c1a-7000-8000-000000000000', 'open')).toBeUndefined();
    });

    test('lists are chosen by status and by words of title, culprit and type', async () => {
      await note(sighting('a'), sighting('b'), sighting('c'));
      await update((await groupOf('b')).id, 'resolved', '1');
      const select = (filter: { status?: CrashGroupStatus; search?: string }) =>
        control.crashGroups.select(project.production, filter);
      expect(await select({})).toEqual({ aliases: [] });
      expect(await select({ status: 'open' })).toEqual({ aliases: [], except: [print('b')] });
      expect(await select({ status: 'resolved' })).toEqual({ aliases: [], only: [print('b')] });
      expect(await select({ search: 'RUN IN b' })).toEqual({ aliases: [], only: [print('b')] });
      expect((await select({ search: 'error', status: 'open' })).only?.toSorted()).toEqual([print('a'), print('c')]);
      expect(await select({ search: '%' })).toEqual({ aliases: [], only: [] });
    });

    test('merged groups are one, under the id of the first and reachable by all', async () => {
      await note(sighting('a'), sighting('b'), sighting('c'));
      const [a, b, c] = [await groupOf('a'), await groupOf('b'), await groupOf('c')];
      await merge(b, c);
      const merged = await merge(a, b, a);
      expect(merged).toMatchObject({ id: a.id, fingerprint: print('a') });
      expect(merged?.fingerprints.toSorted()).toEqual([print('a'), print('b'), print('c')]);
      expect((await found(c.id))?.id).toBe(a.id);
      expect((await control.crashGroups.select(project.production, {})).aliases).toEqual([
        [print('b'), print('a')],
        [print('c'), print('a')],
      ]);
      expect((await crashChanges()).slice(0, 2)).toMatchObject([
        { action: 'merged', entityId: a.id, actor: ada },
        { action: 'merged_away', entityId: b.id, after: { merged_into: a.id } },
      ]);
      await note(sighting('c'));
      expect((await groupOf('c')).id).toBe(a.id);
    });

    test('a fingerprint that is split off has its own group again, with its old id where it had one', async () => {
      await note(sighting('a'), sighting('b'), sighting('a2', { former: print('a') }));
      const [a, b] = [await groupOf('a'), await groupOf('b')];
      await merge(a, b);
      const split = (name: string) => control.crashGroups.split(project.production, a.id, print(name), ada);
      expect(await split('b')).toMatchObject({
        id: b.id,
        title: 'Error b',
        fingerprints: [print('b')],
        status: 'open',
      });
      const alone = await split('a');
      expect(alone).toMatchObject({ fingerprint: print('a'), title: 'Error a' });
      expect(alone?.id).not.toBe(a.id);
      expect(await found(a.id)).toMatchObject({ fingerprint: print('a2'), fingerprints: [print('a2')] });
      expect((await control.crashGroups.select(project.production, {})).aliases).toEqual([]);
      await expect(split('a2')).rejects.toThrow(Unacceptable);
      await expect(split('b')).rejects.toThrow(Unacceptable);
      expect((await crashChanges())[0]).toMatchObject({ action: 'created', entityId: alone?.id });
    });

    test('a group is described by what is in it, whatever is merged into it and split off', async () => {
      await note(sighting('a'), sighting('b'), sighting('a2', { former: print('a') }));
      const [a, b] = [await groupOf('a'), await groupOf('b')];
      expect(a.title).toBe('Error a2');
      expect(await merge(a, b)).toMatchObject(sighting('a2').description);
      await note(sighting('b2', { former: print('b') }));
      expect(await found(a.id)).toMatchObject(sighting('a2').description);
      const split = (name: string) => control.crashGroups.split(project.production, a.id, print(name), ada);
      expect(await split('a2')).toMatchObject({ ...sighting('a2').description, fingerprints: [print('a2')] });
      expect(await found(a.id)).toMatchObject(sighting('a').description);
      expect(await split('a')).toMatchObject(sighting('a').description);
      expect(await found(a.id)).toMatchObject(sighting('b2').description);
      expect(await split('b2')).toMatchObject(sighting('b2').description);
      expect(await found(a.id)).toMatchObject({ ...sighting('b').description, fingerprints: [print('b')] });
      const splits = (await crashChanges()).filter(({ action }) => action === 'split');
      expect(splits.map(({ after }) => after?.title)).toEqual(['Error b', 'Error b2', 'Error a']);
    });

    test('a group that comes back from a merge alone is described as what came back', async () => {
      await note(sighting('a'), sighting('b'), sighting('b2', { former: print('b') }));
      const [a, b] = [await groupOf('a'), await groupOf('b')];
      await merge(a, b);
      const apart = await control.crashGroups.split(project.production, a.id, print('b'), ada);
      expect(apart).toMatchObject({ ...sighting('b').description, id: b.id, fingerprints: [print('b')] });
    });

    test('the fingerprints of a group are reported with what each of them is about', async () => {
      await note(sighting('a'), sighting('b'), sighting('c'));
      const [a, b] = [await groupOf('a'), await groupOf('b')];
      await merge(a, b);
      const reported = await control.crashGroups.fingerprintsOf(project.production, b.id);
      expect(reported.toSorted((one, other) => (one.title < other.title ? -1 : 1))).toEqual([
        { ...sighting('a').description, fingerprint: print('a') },
        { ...sighting('b').description, fingerprint: print('b') },
      ]);
      expect(await control.crashGroups.fingerprintsOf(project.development, a.id)).toEqual([]);
    });

    test('a merge that names something else changes nothing', async () => {
      await note(sighting('a'), sighting('b'));
      const [a, b] = [await groupOf('a'), await groupOf('b')];
      const foreign = '018f2f6e-7c1a-7000-8000-000000000000';
      await expect(control.crashGroups.merge(project.production, a.id, [b.id, foreign], ada)).rejects.toThrow(
        Unacceptable,
      );
      expect((await groupOf('b')).id).toBe(b.id);
      expect(await control.crashGroups.merge(project.production, foreign, [a.id], ada)).toBeUndefined();
    });

    test('texts that a database cannot hold are kept as far as they can', async () => {
      const description = { ...sighting('a').description, title: 'nul \u0000 and \ud800', culprit: null };
      await note(sighting('a', { description, appVersion: '\u0000' }));
      expect((await groupOf('a')).title).toContain('nul');
    });

    test('a description that is from an expired report is found, replaced by another, or reduced to the type', async () => {
      const at = (describedAtMs: number) => ({ describedAtMs, receivedAtMs: describedAtMs });
      await note(sighting('old', at(1_000)), sighting('new', at(9_000)), sighting('gone', at(2_000)));
      const { id } = await groupOf('old');
      await update(id, 'ignored');
      const before = (ms: number) => control.crashGroups.describedBefore(project.production, ms, 10);
      expect(await before(5_000)).toEqual([print('old'), print('gone')]);
      expect(await control.crashGroups.describedBefore(project.production, 5_000, 1)).toEqual([print('old')]);
      const where = { projectId: project.projectId, environmentId: project.production };
      const { description } = sighting('other words');
      await control.crashGroups.describe(where, print('old'), description, 8_000);
      await control.crashGroups.describe(where, print('gone'), null, 8_000);
      expect(await groupOf('old')).toMatchObject(description);
      expect(await groupOf('gone')).toMatchObject({ title: 'Error', reason: { used: [] } });
      expect(await groupOf('new')).toMatchObject(sighting('new').description);
      expect(await before(5_000)).toEqual([]);
      expect(JSON.stringify(await changesOf(control, project.projectId))).not.toContain('Error old');
    });
  });
}
