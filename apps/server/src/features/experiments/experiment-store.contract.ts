import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ControlPlane } from '../../compose/control/control-plane.ts';
import { Taken, Unacceptable, WrongState } from '../../control/control-errors.ts';
import { ada, changesOf, newTestProject, type TestProject, versionOf } from '../../control/test-project.contract.ts';
import type { Analysis, NewExperiment } from './experiment-store.ts';

const halves = [
  { key: 'off', name: 'Off', weight: 50, isControl: true },
  { key: 'on', name: 'On', weight: 50, payload: { color: 'red' } },
];
const metrics = [{ eventName: 'bought', metricType: 'conversion', isPrimary: true }] as const;

export function experimentStoreContract(open: () => Promise<ControlPlane>): void {
  describe('ExperimentStore', () => {
    let control: ControlPlane;
    let project: TestProject;
    beforeAll(async () => {
      control = await open();
      project = await newTestProject(control, 'shop');
    });
    afterAll(() => control.close());

    const create = (key: string, more: Partial<NewExperiment> = {}) =>
      control.experiments.create(
        { projectId: project.projectId, environment: 'production', key, name: key, variants: halves, metrics, ...more },
        ada,
      );
    const find = (key: string) => control.experiments.find(project.projectId, key);
    const move = (name: 'start' | 'pause' | 'resume' | 'archive', key: string) =>
      control.experiments[name](project.projectId, key, ada);
    const complete = (key: string, winner?: string | null) =>
      control.experiments.complete(project.projectId, key, winner === undefined ? {} : { winner }, ada);

    test('a new experiment is a draft with its defaults filled in', async () => {
      const made = await create('fresh');
      expect(made).toEqual({
        id: expect.any(String),
        projectId: project.projectId,
        environmentId: project.production,
        key: 'fresh',
        name: 'fresh',
        description: null,
        hypothesis: null,
        unit: 'auto',
        trafficPct: 10,
        variants: [
          { key: 'off', name: 'Off', weight: 50, isControl: true, payload: {} },
          { key: 'on', name: 'On', weight: 50, isControl: false, payload: { color: 'red' } },
        ],
        metrics: [
          {
            eventName: 'bought',
            metricType: 'conversion',
            aggregationField: null,
            isPrimary: true,
            isGuardrail: false,
            name: null,
            direction: 'increase',
            conversionWindowHours: null,
            denominatorEvent: null,
            denominatorField: null,
            margin: 0,
          },
        ],
        analysis: {
          engine: 'sequential',
          confidenceLevel: 0.95,
          correction: 'holm',
          minUnits: 100,
          covariateDays: 14,
          capQuantile: 0.999,
          plannedDays: null,
          guardrailAction: 'none',
        },
        status: 'draft',
        winner: null,
        ...{ audience: [], overrides: [], breaches: [] },
        layer: null,
        ranges: null,
        startedAtMs: null,
        completedAtMs: null,
        createdAtMs: made.createdAtMs,
        updatedAtMs: made.createdAtMs,
      });
      expect(await find('fresh')).toEqual(made);
      expect(await find(made.id.toUpperCase())).toEqual(made);
    });

    test('a taken key, an unknown environment and what contradicts itself are refused with the reason', async () => {
      await create('taken');
      await expect(create('taken')).rejects.toThrow(Taken);
      await expect(create('taken')).rejects.toMatchObject({ reason: 'EXPERIMENT_KEY_EXISTS' });
      const refused: [string, Partial<NewExperiment>][] = [
        ['INVALID_ENVIRONMENT', { environment: 'nowhere' }],
        ['INVALID_VARIANTS', { variants: halves.slice(1) }],
        ['INVALID_WEIGHTS', { variants: halves.map((variant) => ({ ...variant, weight: 40 })) }],
        ['MISSING_PRIMARY_METRIC', { metrics: [{ eventName: 'bought', metricType: 'count' }] }],
      ];
      for (const [reason, more] of refused) {
        await expect(create('refused', more), reason).rejects.toThrow(Unacceptable);
        await expect(create('refused', more)).rejects.toMatchObject({ reason });
      }
      await expect(create('refused', { trafficPct: 0 })).rejects.toMatchObject({ field: 'traffic_pct' });
      expect(await find('refused')).toBeUndefined();
    });

    test('the life of an experiment', async () => {
      const draft = await create('life');
      const running = await move('start', 'life');
      expect(running).toMatchObject({ status: 'running', startedAtMs: expect.any(Number) });
      expect((await move('pause', 'life'))?.status).toBe('paused');
      expect(await move('resume', 'life')).toMatchObject({ status: 'running', startedAtMs: running?.startedAtMs });
      const completed = await complete('life', 'on');
      expect(completed).toMatchObject({ status: 'completed', winner: 'on', completedAtMs: expect.any(Number) });
      const archived = await move('archive', 'life');
      expect(archived).toMatchObject({ status: 'archived', winner: 'on', id: draft.id });
      expect(await find('life')).toEqual(archived);
    });

    test('overrides name variants of the experiment, each user and group once, until it is archived', async () => {
      const set = (overrides: Parameters<typeof control.experiments.setOverrides>[2]) =>
        control.experiments.setOverrides(project.projectId, 'tested', overrides, ada);
      const given = [{ variantKey: 'on', userIds: ['u\u0000\ud800', 'u', 'u'], groupKeys: ['beta', 'beta'] }];
      const kept = [{ variantKey: 'on', userIds: ['u\u0000\ud800', 'u'], groupKeys: ['beta'] }];
      expect((await create('tested', { overrides: given })).overrides).toEqual(kept);
      expect((await find('tested'))?.overrides).toEqual(kept);
      await move('start', 'tested');
      const before = await versionOf(control, project.projectId, 'production');
      expect((await set(given))?.overrides).toEqual(kept);
      expect(await versionOf(control, project.projectId, 'production')).toBe(before);
      const changed = await set([{ variantKey: 'off', groupKeys: ['beta'] }]);
      expect(changed?.overrides).toEqual([{ variantKey: 'off', userIds: [], groupKeys: ['beta'] }]);
      expect(await versionOf(control, project.projectId, 'production')).toBe(before + 1);
      const [change] = await changesOf(control, project.projectId);
      expect(change).toMatchObject({ entityType: 'experiment', entityKey: 'tested', action: 'overrides_set' });
      expect(change?.before?.overrides).toEqual([
        { variant_key: 'on', user_ids: ['u\u0000\ud800', 'u'], group_keys: ['beta'] },
      ]);
      await expect(set([{ variantKey: 'gone', userIds: ['u'] }])).rejects.toMatchObject({
        field: 'overrides.0.variant_key',
        reason: 'UNKNOWN_VARIANT',
      });
      await expect(set([{ variantKey: 'on' }])).rejects.toMatchObject({ field: 'overrides.0' });
      const many = Array.from({ length: 1_001 }, (_, at) => `u${at}`);
      await expect(set([{ variantKey: 'on', userIds: many }])).rejects.toMatchObject({ field: 'overrides.0.user_ids' });
      expect((await find('tested'))?.overrides).toEqual(changed?.overrides);
      await complete('tested');
      expect((await set([]))?.overrides).toEqual([]);
      await move('archive', 'tested');
      await expect(set([])).rejects.toMatchObject({ reason: 'EXPERIMENT_ARCHIVED' });
      expect(await control.experiments.setOverrides(project.projectId, 'nothing', [], ada)).toBeUndefined();
    });

    test('a draft that loses a variant loses those who were to test it', async () => {
      const overrides = ['off', 'on'].map((variantKey) => ({ variantKey, userIds: [variantKey] }));
      await create('redesigned', { overrides });
      const variants = [halves[0] as (typeof halves)[number], { key: 'new', name: 'New', weight: 50 }];
      const edited = await control.experiments.update(project.projectId, 'redesigned', { variants }, ada);
      expect(edited?.overrides.map(({ variantKey }) => variantKey)).toEqual(['off']);
    });

    test('traffic of one that has started is changed and logged, and of any other it is not', async () => {
      const set = (pct: number) => control.experiments.setTraffic(project.projectId, 'traffic', pct, ada);
      await create('traffic');
      await expect(set(50)).rejects.toMatchObject({ reason: 'EXPERIMENT_NOT_STARTED' });
      await move('start', 'traffic');
      expect(await set(50)).toMatchObject({ trafficPct: 50, ranges: null, status: 'running' });
      const [change] = await changesOf(control, project.projectId);
      expect([change?.action, change?.before?.traffic_pct, change?.after?.traffic_pct]).toEqual([
        'traffic_set',
        10,
        50,
      ]);
      const before = await versionOf(control, project.projectId, 'production');
      await set(50);
      for (const wrong of [0, 100.5, Number.NaN])
        await expect(set(wrong)).rejects.toMatchObject({ field: 'traffic_pct' });
      expect(await versionOf(control, project.projectId, 'production')).toBe(before);
      await move('pause', 'traffic');
      expect((await set(20))?.trafficPct).toBe(20);
      await complete('traffic');
      await expect(set(30)).rejects.toMatchObject({ reason: 'EXPERIMENT_NOT_RUNNING' });
      expect(await control.experiments.setTraffic(project.projectId, 'nothing', 5, ada)).toBeUndefined();
    });

    test('complete sets a flag in the same step, or changes nothing at all', async () => {
      const { projectId } = project;
      const flag = { projectId, name: 'x', platforms: ['web'], valueType: 'string' as const };
      await control.flags.create({ ...flag, key: 'shipped' }, ada);
      await control.flags.create({ ...flag, key: 'put_away' }, ada);
      await control.flags.update(projectId, 'put_away', { status: 'archived' }, ada);
      const scope = { projectId, flag: 'shipped', environment: 'production' };
      await control.flags.replaceRules(scope, [{ conditions: [], value: 'rule', enabled: true }], ada);
      await create('shipping');
      await move('start', 'shipping');
      const before = [
        await find('shipping'),
        await changesOf(control, projectId),
        await control.flags.targeting(scope),
      ];
      for (const [outcome, field] of [
        [{ flag: { key: 'nothing', value: 'x' } }, 'flag.key'],
        [{ flag: { key: 'put_away', value: 'x' } }, 'flag.key'],
        [{ flag: { key: 'shipped', value: 5 } }, 'flag.value'],
        [{ winner: 'nobody', flag: { key: 'shipped', value: 'x' } }, 'winner'],
      ] as const) {
        const refused = control.experiments.complete(projectId, 'shipping', outcome, ada);
        await expect(refused).rejects.toMatchObject({ field });
      }
      expect([
        await find('shipping'),
        await changesOf(control, projectId),
        await control.flags.targeting(scope),
      ]).toEqual(before);
      const outcome = { winner: 'on', flag: { key: 'shipped', value: 'x' } };
      expect(await control.experiments.complete(projectId, 'shipping', outcome, ada)).toMatchObject({
        status: 'completed',
        winner: 'on',
        shipped: {
          flagKey: 'shipped',
          environmentId: project.production,
          enabledRules: 1,
          isKilled: false,
          value: 'x',
        },
      });
      expect(await control.flags.targeting(scope)).toMatchObject({
        rules: [{ value: 'rule' }],
        rollout: { percentage: 100, value: 'x' },
      });
      expect(await control.flags.targeting({ ...scope, environment: 'development' })).toMatchObject({ rollout: null });
      const [second, first] = await changesOf(control, projectId);
      expect([first?.entityType, first?.action, first?.actor]).toEqual(['experiment', 'completed', ada]);
      expect([second?.entityType, second?.action, second?.actor]).toEqual(['targeting', 'rollout_set', ada]);
    });

    test('a move from a state that does not allow it is refused with the reason, and nothing changes', async () => {
      const before = await create('stuck');
      const refused: [() => Promise<unknown>, string][] = [
        [() => move('pause', 'stuck'), 'EXPERIMENT_NOT_RUNNING'],
        [() => move('resume', 'stuck'), 'EXPERIMENT_NOT_PAUSED'],
        [() => complete('stuck'), 'EXPERIMENT_NOT_STARTED'],
      ];
      for (const [attempt, reason] of refused) {
        const error = await attempt().catch((thrown: unknown) => thrown);
        expect(error).toBeInstanceOf(WrongState);
        expect(error).toMatchObject({ reason });
      }
      expect(await find('stuck')).toEqual(before);
      await move('start', 'stuck');
      await expect(move('start', 'stuck')).rejects.toMatchObject({ reason: 'EXPERIMENT_NOT_DRAFT' });
      await expect(move('archive', 'stuck')).rejects.toMatchObject({ reason: 'EXPERIMENT_RUNNING' });
      await expect(complete('stuck', 'nobody')).rejects.toMatchObject({ field: 'winner' });
      expect(await complete('stuck', null)).toMatchObject({ status: 'completed', winner: null });
      expect(await move('start', 'nothing')).toBeUndefined();
      expect(await complete('nothing')).toBeUndefined();
    });

    test('only a draft can be edited', async () => {
      const draft = await create('editing');
      const update = (patch: object) => control.experiments.update(project.projectId, 'editing', patch, ada);
      const edited = await update({ name: 'New', hypothesis: 'More', trafficPct: 33.3, unit: 'device' });
      expect(edited).toEqual({
        ...draft,
        name: 'New',
        hypothesis: 'More',
        trafficPct: 33.3,
        unit: 'device',
        updatedAtMs: edited?.updatedAtMs,
      });
      expect(await update({ key: 'editing', environment: project.production, hypothesis: null })).toMatchObject({
        hypothesis: null,
      });
      await expect(update({ key: 'other' })).rejects.toMatchObject({ field: 'key' });
      await expect(update({ environment: 'development' })).rejects.toMatchObject({ field: 'environment_id' });
      await expect(update({ variants: [] })).rejects.toMatchObject({ reason: 'INVALID_VARIANTS' });
      await move('start', 'editing');
      await expect(update({ name: 'Late' })).rejects.toThrow(WrongState);
      await expect(update({ name: 'Late' })).rejects.toMatchObject({ reason: 'EXPERIMENT_NOT_DRAFT' });
      expect(await control.experiments.update(project.projectId, 'nothing', {}, ada)).toBeUndefined();
    });

    test('how it is judged can be changed until it is archived; what is left out is kept', async () => {
      const change = (analysis: Partial<Analysis>) =>
        control.experiments.changeAnalysis(project.projectId, 'judging', analysis, ada);
      const draft = await create('judging', { analysis: { engine: 'fixed', plannedDays: 14 } });
      expect(draft.analysis).toMatchObject({ engine: 'fixed', plannedDays: 14, correction: 'holm' });
      await control.experiments.update(project.projectId, 'judging', { analysis: { capQuantile: null } }, ada);
      await move('start', 'judging');
      const changed = await change({ engine: 'bayesian', minUnits: 500 });
      const judged = { ...draft.analysis, capQuantile: null, engine: 'bayesian', minUnits: 500 };
      expect(changed).toMatchObject({ status: 'running', analysis: judged });
      expect(await find('judging')).toEqual(changed);
      expect((await change({ minUnits: 500 }))?.updatedAtMs).toBe(changed?.updatedAtMs);
      const { rows } = await control.changes.list({ projectId: project.projectId, entityId: draft.id }, { limit: 1 });
      expect(rows[0]).toMatchObject({
        action: 'analysis_changed',
        before: { analysis: { engine: 'fixed', min_units: 100 } },
        after: { analysis: { engine: 'bayesian', min_units: 500 } },
      });
      await expect(change({ confidenceLevel: 95 })).rejects.toMatchObject({ field: 'analysis.confidence_level' });
      await complete('judging');
      expect((await change({ covariateDays: 0 }))?.analysis.covariateDays).toBe(0);
      await move('archive', 'judging');
      await expect(change({ covariateDays: 7 })).rejects.toMatchObject({ reason: 'EXPERIMENT_ARCHIVED' });
      expect(await control.experiments.changeAnalysis(project.projectId, 'nothing', {}, ada)).toBeUndefined();
    });

    test('its beginning and end can be corrected, not into the future, and not one behind the other', async () => {
      const change = (period: { startedAtMs?: number; completedAtMs?: number }) =>
        control.experiments.changePeriod(project.projectId, 'period', period, ada);
      const draft = await create('period');
      await expect(change({ startedAtMs: 1_000 })).rejects.toMatchObject({ reason: 'EXPERIMENT_NOT_STARTED' });
      await move('start', 'period');
      expect(await change({ startedAtMs: 1_000 })).toMatchObject({ status: 'running', startedAtMs: 1_000 });
      const unended = change({ completedAtMs: 2_000 });
      await expect(unended).rejects.toMatchObject({ reason: 'EXPERIMENT_NOT_COMPLETED' });
      await expect(change({ startedAtMs: Date.now() + 1e9 })).rejects.toMatchObject({ field: 'started_at' });
      await complete('period');
      await expect(change({ completedAtMs: 1_000 })).rejects.toMatchObject({ field: 'completed_at' });
      await expect(change({ completedAtMs: Date.now() + 1e9 })).rejects.toMatchObject({ field: 'completed_at' });
      const changed = await change({ completedAtMs: 2_000 });
      expect(changed).toMatchObject({ status: 'completed', startedAtMs: 1_000, completedAtMs: 2_000 });
      expect(await find('period')).toEqual(changed);
      expect((await change({ completedAtMs: 2_000 }))?.updatedAtMs).toBe(changed?.updatedAtMs);
      const { rows } = await control.changes.list({ projectId: project.projectId, entityId: draft.id }, { limit: 1 });
      expect(rows[0]).toMatchObject({
        action: 'period_changed',
        after: { started_at: '1970-01-01T00:00:01.000Z', completed_at: '1970-01-01T00:00:02.000Z' },
      });
      await move('archive', 'period');
      await expect(change({ startedAtMs: 500 })).rejects.toMatchObject({ reason: 'EXPERIMENT_ARCHIVED' });
      expect(await control.experiments.changePeriod(project.projectId, 'nothing', {}, ada)).toBeUndefined();
    });

    test('every change moves the version of its environment alone', async () => {
      const versions = async () => [
        await versionOf(control, project.projectId, 'production'),
        await versionOf(control, project.projectId, 'development'),
      ];
      const [production = 0, development = 0] = await versions();
      await create('moving', { environment: 'development' });
      await move('start', 'moving');
      expect(await versions()).toEqual([production, development + 2]);
    });

    test('lists are newest first, in pages, and filtered', async () => {
      await create('list_a', { environment: 'development', name: 'Große Knöpfe' });
      await create('list_b');
      await move('start', 'list_b');
      const keysOf = async (filter: object) => {
        const page = await control.experiments.list({ projectId: project.projectId, ...filter }, { limit: 100 });
        return page.rows.map(({ key }) => key);
      };
      expect((await keysOf({})).slice(0, 2)).toEqual(['list_b', 'list_a']);
      expect(await keysOf({ status: 'running' })).toContain('list_b');
      expect(await keysOf({ status: 'running' })).not.toContain('list_a');
      expect(await keysOf({ environmentId: project.development })).not.toContain('list_b');
      expect(await keysOf({ search: 'KNÖPFE' })).toEqual(['list_a']);
      const first = await control.experiments.list({ projectId: project.projectId }, { limit: 1 });
      const next = { limit: 1, cursor: first.nextCursor ?? '' };
      expect((await control.experiments.list({ projectId: project.projectId }, next)).rows[0]?.key).toBe('list_a');
    });

    test('a breached guardrail pauses once, and who resumes has decided', async () => {
      const guarded = [
        ...metrics,
        { eventName: '$crash_free_sessions', metricType: 'ratio', isGuardrail: true } as const,
      ];
      const ids = async () => (await control.experiments.watched()).map(({ key }) => key);
      const breach = {
        eventName: '$crash_free_sessions',
        metricType: 'ratio',
        variantKey: 'on',
        atMs: 1_700_000_000_000,
        state: 'breached',
        reason: null,
        treatment: { units: 50, value: 0.5 },
        control: { units: 60, value: 0.99 },
        liftRel: -0.49,
        pValue: 0.001,
      } as const;
      const { id } = await create('guarded', { metrics: guarded, analysis: { guardrailAction: 'pause' } });
      const act = (more: object = {}) =>
        control.experiments.recordBreach(project.projectId, id, { ...breach, ...more }, ada);
      expect([await ids(), await act()], 'a draft').toEqual([[], false]);
      await move('start', 'guarded');
      expect(await ids()).toEqual(['guarded']);
      expect((await Promise.all([act(), act()])).sort()).toEqual([false, true]);
      expect(await find('guarded')).toMatchObject({ status: 'paused', breaches: [breach] });
      const [change] = await changesOf(control, project.projectId);
      expect(change).toMatchObject({ action: 'paused', after: { guardrail_breaches: [{ p_value: 0.001 }] } });
      await move('resume', 'guarded');
      expect(await act(), 'it is known').toBe(false);
      expect(await act({ metricType: 'p95', eventName: '$startup' }), 'another one').toBe(true);
      expect(await ids()).toEqual([]);
    });
  });
}
