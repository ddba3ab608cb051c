import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ControlPlane } from '../../compose/control/control-plane.ts';
import { Taken, Unacceptable, WrongState } from '../../control/control-errors.ts';
import { ada, changesOf, newTestProject, type TestProject, versionOf } from '../../control/test-project.contract.ts';
import type { NewExperiment } from '../experiments/experiment-store.ts';

const variants = [
  { key: 'off', name: 'Off', weight: 50, isControl: true },
  { key: 'on', name: 'On', weight: 50 },
];
const metrics = [{ eventName: 'bought', metricType: 'conversion', isPrimary: true }] as const;

export function layerStoreContract(open: () => Promise<ControlPlane>): void {
  describe('LayerStore', () => {
    let control: ControlPlane;
    let project: TestProject;
    beforeAll(async () => {
      control = await open();
      project = await newTestProject(control, 'layered');
    });
    afterAll(() => control.close());

    const create = (key: string) => control.layers.create({ projectId: project.projectId, key, name: key }, ada);
    const find = (key: string) => control.layers.find(project.projectId, key);
    const update = (key: string, patch: object) => control.layers.update(project.projectId, key, patch, ada);
    const experiment = (key: string, more: Partial<NewExperiment> = {}) => {
      const { projectId } = project;
      const design = { projectId, environment: 'production', key, name: key, trafficPct: 40, variants, metrics };
      return control.experiments.create({ ...design, ...more }, ada);
    };
    const edit = (key: string, patch: object) => control.experiments.update(project.projectId, key, patch, ada);
    const start = (key: string) => control.experiments.start(project.projectId, key, ada);
    const traffic = (key: string, pct: number) => control.experiments.setTraffic(project.projectId, key, pct, ada);
    const move = (name: 'pause' | 'archive', key: string) => control.experiments[name](project.projectId, key, ada);

    test('a new layer is empty, its key is taken, and no version moves', async () => {
      const before = await versionOf(control, project.projectId, 'production');
      const layer = await create('fresh');
      expect(layer).toMatchObject({ key: 'fresh', name: 'fresh', archivedAtMs: null, experiments: [] });
      expect(await find('fresh')).toEqual(layer);
      expect(await find(layer.id.toUpperCase())).toEqual(layer);
      await expect(create('fresh')).rejects.toThrow(Taken);
      await expect(create('fresh')).rejects.toMatchObject({ reason: 'LAYER_KEY_EXISTS' });
      expect(await update('fresh', { name: 'New', description: 'About' })).toMatchObject({ name: 'New' });
      await expect(update('fresh', { key: 'other' })).rejects.toThrow(Unacceptable);
      expect(await versionOf(control, project.projectId, 'production')).toBe(before);
      const [change] = await changesOf(control, project.projectId);
      expect(change).toMatchObject({ entityType: 'layer', entityKey: 'fresh', action: 'updated', environmentId: null });
      expect([change?.before?.name, change?.after?.name]).toEqual(['fresh', 'New']);
      expect(await find('nothing')).toBeUndefined();
      expect(await update('nothing', { name: 'x' })).toBeUndefined();
    });

    test('experiments share it out: each takes what is free when it starts and gives it back when it is over', async () => {
      await create('shared');
      for (const key of ['one', 'two', 'three']) await experiment(key, { layer: 'shared' });
      expect((await find('shared'))?.experiments.map(({ key, ranges }) => [key, ranges])).toEqual([
        ['one', null],
        ['two', null],
        ['three', null],
      ]);
      expect(await start('one')).toMatchObject({ layer: { key: 'shared' }, ranges: [[0, 4000]] });
      expect((await start('two'))?.ranges).toEqual([[4000, 8000]]);
      const refused = start('three');
      await expect(refused).rejects.toThrow(WrongState);
      await expect(refused).rejects.toMatchObject({ reason: 'LAYER_FULL', message: expect.stringContaining('20 %') });
      expect((await control.experiments.find(project.projectId, 'three'))?.status).toBe('draft');
      expect((await move('pause', 'one'))?.ranges).toEqual([[0, 4000]]);
      await expect(start('three')).rejects.toMatchObject({ reason: 'LAYER_FULL' });
      expect((await move('archive', 'one'))?.ranges).toBeNull();
      expect((await start('three'))?.ranges).toEqual([[0, 4000]]);
      const { projectId } = project;
      expect((await control.experiments.complete(projectId, 'two', { winner: 'on' }, ada))?.ranges).toBeNull();
      expect((await find('shared'))?.experiments.map(({ key }) => key)).toEqual(['three']);
    });

    test('what is free in one environment is not what is free in another', async () => {
      await create('everywhere');
      await experiment('here', { layer: 'everywhere', trafficPct: 100 });
      await experiment('there', { layer: 'everywhere', trafficPct: 100, environment: 'development' });
      expect((await start('here'))?.ranges).toEqual([[0, 10_000]]);
      expect((await start('there'))?.ranges).toEqual([[0, 10_000]]);
    });

    test('traffic grows beside what it has, and shrinks to it again', async () => {
      await create('growing');
      await experiment('grows', { layer: 'growing', trafficPct: 20 });
      await experiment('beside', { layer: 'growing', trafficPct: 30 });
      await start('grows');
      await start('beside');
      expect(await traffic('grows', 40.5)).toMatchObject({
        trafficPct: 40.5,
        ranges: [
          [0, 2000],
          [5000, 7050],
        ],
      });
      await expect(traffic('grows', 71)).rejects.toMatchObject({ reason: 'LAYER_FULL' });
      await move('pause', 'grows');
      expect((await traffic('grows', 10))?.ranges).toEqual([[0, 1000]]);
    });

    test('all that are not over have one unit, and only a draft joins or leaves', async () => {
      await create('of_users');
      await experiment('by_user', { layer: 'of_users', unit: 'user' });
      const other = experiment('by_device', { layer: 'of_users', unit: 'device' });
      await expect(other).rejects.toMatchObject({ reason: 'LAYER_UNIT_MISMATCH' });
      await experiment('by_device', { unit: 'device' });
      await expect(edit('by_device', { layer: 'of_users' })).rejects.toMatchObject({ reason: 'LAYER_UNIT_MISMATCH' });
      expect((await edit('by_device', { layer: 'of_users', unit: 'user' }))?.layer?.key).toBe('of_users');
      await expect(edit('by_device', { unit: 'device' })).rejects.toMatchObject({ reason: 'LAYER_UNIT_MISMATCH' });
      expect((await edit('by_device', { layer: null, unit: 'device' }))?.layer).toBeNull();
      await start('by_user');
      await expect(edit('by_user', { layer: null })).rejects.toMatchObject({ reason: 'EXPERIMENT_NOT_DRAFT' });
      const unknown = experiment('lost', { layer: 'nowhere' });
      await expect(unknown).rejects.toMatchObject({ field: 'layer', reason: 'UNKNOWN_LAYER' });
      const foreign = await newTestProject(control, 'foreign');
      const theirs = await control.layers.create({ projectId: foreign.projectId, key: 'theirs', name: 'x' }, ada);
      await expect(experiment('lost', { layer: theirs.id })).rejects.toMatchObject({ field: 'layer' });
    });

    test('one that is in use cannot be archived, and an archived one takes nobody', async () => {
      await create('ending');
      await experiment('last', { layer: 'ending' });
      await start('last');
      await expect(update('ending', { archived: true })).rejects.toMatchObject({ reason: 'LAYER_IN_USE' });
      await experiment('late', { layer: 'ending' });
      await move('pause', 'last');
      await move('archive', 'last');
      expect((await update('ending', { archived: true }))?.archivedAtMs).toEqual(expect.any(Number));
      await expect(start('late')).rejects.toMatchObject({ reason: 'LAYER_ARCHIVED' });
      await expect(experiment('later', { layer: 'ending' })).rejects.toMatchObject({ reason: 'LAYER_ARCHIVED' });
      // A draft that names it already may be edited otherwise.
      expect((await edit('late', { name: 'Late' }))?.name).toBe('Late');
      const { projectId } = project;
      const keys = async (includeArchived: boolean) =>
        (await control.layers.list({ projectId, includeArchived, search: 'END' }, { limit: 9 })).rows.map(
          ({ key }) => key,
        );
      expect([await keys(false), await keys(true)]).toEqual([[], ['ending']]);
      expect((await update('ending', { archived: false }))?.archivedAtMs).toBeNull();
      expect((await start('late'))?.ranges).toEqual([[0, 4000]]);
    });
  });
}
