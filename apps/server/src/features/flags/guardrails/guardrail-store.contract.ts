import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ControlPlane } from '../../../compose/control/control-plane.ts';
import { Unacceptable, WrongState } from '../../../control/control-errors.ts';
import { ada, newTestProject, type TestProject, versionOf } from '../../../control/test-project.contract.ts';
import type { TargetingScope } from '../flag-store.ts';
import type { GuardrailBreach } from './guardrail.ts';
import type { NewGuardrail } from './guardrail-store.ts';
import type { RampStep } from './ramp.ts';

const crashes: NewGuardrail = { eventName: '$crash_free_sessions', metricType: 'ratio' };
const steps: readonly RampStep[] = [
  { percentage: 10, holdMinutes: 0, minUnits: null },
  { percentage: 50, holdMinutes: 0, minUnits: 5 },
  { percentage: 100, holdMinutes: 0, minUnits: 0 },
];
const breachOf = (guardrailId: string): GuardrailBreach => ({
  guardrailId,
  atMs: 1_700_000_000_000,
  state: 'breached',
  reason: null,
  treatment: { units: 50, value: 0.5 },
  control: { units: 60, value: 0.99 },
  liftRel: -0.49,
  pValue: 0.001,
});

export function guardrailStoreContract(open: () => Promise<ControlPlane>): void {
  describe('GuardrailStore', () => {
    let control: ControlPlane;
    let project: TestProject;
    beforeAll(async () => {
      control = await open();
      project = await newTestProject(control, 'guarded');
    });
    afterAll(() => control.close());

    const store = () => control.guardrails;
    const flags = () => control.flags;
    const newFlag = async (key: string): Promise<TargetingScope> => {
      const { projectId } = project;
      await flags().create({ projectId, key, name: key, platforms: ['web'] }, ada);
      return { projectId, flag: key, environment: 'production' };
    };
    const lastChange = async (scope: TargetingScope) =>
      (await flags().history(scope.projectId, scope.flag, { limit: 1 }))?.rows[0];
    const watchedKeys = async () => (await store().watched()).map(({ flagKey }) => flagKey);

    test('a flag has no guardrails and no ramp until somebody asks for them', async () => {
      const scope = await newFlag('g_new');
      expect(await store().find(scope)).toMatchObject({ rollout: null, guardrails: null, ramp: null });
      expect(await store().find({ ...scope, flag: 'nowhere' })).toBeUndefined();
      expect(await store().setGuardrails({ ...scope, environment: 'no' }, { guardrails: [] }, ada)).toBeUndefined();
      await flags().setRollout(scope, { percentage: 50, value: true }, ada);
      expect(await watchedKeys()).not.toContain('g_new');
    });

    test('guardrails are kept with what was left out, and watched while the rollout is served', async () => {
      const scope = await newFlag('g_kept');
      const before = await versionOf(control, scope.projectId, 'production');
      const set = await store().setGuardrails(scope, { guardrails: [crashes] }, ada);
      expect(set?.guardrails).toMatchObject({ confidenceLevel: 0.95, sinceMs: null, breach: null });
      expect(set?.guardrails?.guardrails).toEqual([
        {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          eventName: '$crash_free_sessions',
          metricType: 'ratio',
          aggregationField: null,
          denominatorEvent: null,
          denominatorField: null,
          name: null,
          direction: 'increase',
          margin: 0,
        },
      ]);
      expect(await lastChange(scope)).toMatchObject({
        action: 'guardrails_set',
        after: { guardrails: { since: null } },
      });
      expect(await versionOf(control, scope.projectId, 'production'), 'nothing else is served').toEqual(before);
      expect(await watchedKeys()).not.toContain('g_kept');
      await flags().setRollout(scope, { percentage: 5, value: true }, ada);
      expect((await store().find(scope))?.guardrails?.sinceMs).toEqual(expect.any(Number));
      expect(await watchedKeys()).toContain('g_kept');
      const again = await store().setGuardrails(scope, { guardrails: set?.guardrails?.guardrails ?? [] }, ada);
      expect(again, 'the same guardrails: the comparison goes on').toEqual(await store().find(scope));
      await store().setGuardrails(scope, { guardrails: [] }, ada);
      expect(await watchedKeys()).not.toContain('g_kept');
    });

    test('guardrails that cannot be watched are refused, naming the place', async () => {
      const scope = await newFlag('g_refused');
      const cases: readonly [string, readonly NewGuardrail[], number?][] = [
        ['guardrails.0.metric_type', [{ ...crashes, metricType: 'p95' }]],
        ['guardrails.1.aggregation_field', [crashes, { eventName: 'pay', metricType: 'sum' }]],
        ['guardrails', Array.from({ length: 11 }, () => crashes)],
        ['confidence_level', [crashes], 95],
      ];
      for (const [field, guardrails, confidenceLevel] of cases) {
        const sent = { guardrails, ...(confidenceLevel === undefined ? {} : { confidenceLevel }) };
        const refused = store().setGuardrails(scope, sent, ada);
        await expect(refused, field).rejects.toThrow(Unacceptable);
        await expect(refused).rejects.toMatchObject({ field });
      }
      expect((await store().find(scope))?.guardrails).toBeNull();
    });

    test('a breach kills the flag with its default, once, and only of the comparison that is under way', async () => {
      const scope = await newFlag('g_breach');
      await store().startRamp(scope, { value: true, steps }, ada);
      const { guardrails: watch } = (await store().setGuardrails(scope, { guardrails: [crashes] }, ada)) ?? {};
      const breach = breachOf(watch?.guardrails[0]?.id ?? '');
      const act = (watchId = watch?.id ?? '') =>
        store().recordBreach(scope, { watchId, breach, reason: 'Crashes.' }, ada);
      expect(await act('an older one')).toBe(false);
      expect((await flags().targeting(scope))?.kill).toBeNull();
      expect((await Promise.all([act(), act()])).sort()).toEqual([false, true]);
      expect((await flags().targeting(scope))?.kill).toMatchObject({ value: false, reason: 'Crashes.' });
      const killed = await store().find(scope);
      expect(killed).toMatchObject({ guardrails: { breach, sinceMs: null }, ramp: { status: 'stopped' } });
      expect(await lastChange(scope)).toMatchObject({
        action: 'killed',
        after: { kill: { reason: 'Crashes.' }, guardrails: { breach: { p_value: 0.001, lift_rel: -0.49 } } },
      });
      expect(await watchedKeys()).not.toContain('g_breach');
      await flags().restore(scope, ada);
      const restored = await store().find(scope);
      expect(restored?.guardrails).toMatchObject({ breach: null, sinceMs: expect.any(Number) });
      expect(restored?.guardrails?.id).not.toBe(watch?.id);
      expect(await act(), 'what was found before').toBe(false);
    });

    test('a ramp begins at its first step and goes on once for everyone who saw the same step', async () => {
      const scope = await newFlag('g_ramp');
      const { ramp } = (await store().startRamp(scope, { value: true, steps }, ada)) ?? {};
      const rollout = async () => (await flags().targeting(scope))?.rollout;
      const first = await rollout();
      expect(first).toMatchObject({ percentage: 10, value: true });
      const goOn = (step: number) => store().advanceRamp(scope, { rampId: ramp?.id ?? '', step }, ada);
      expect((await Promise.all([goOn(0), goOn(0)])).sort()).toEqual([false, true]);
      expect(await rollout()).toEqual({ ...first, percentage: 50 });
      expect(await goOn(0)).toBe(false);
      expect([await goOn(1), await goOn(2), await goOn(2)]).toEqual([true, true, false]);
      expect(await store().find(scope)).toMatchObject({ rollout: { percentage: 100 }, ramp: { status: 'completed' } });
      expect(await watchedKeys()).not.toContain('g_ramp');
    });

    test('a ramp can be paused, resumed and stopped, and stops when somebody changes the rollout', async () => {
      const scope = await newFlag('g_moves');
      await expect(store().moveRamp(scope, 'pause', ada)).rejects.toMatchObject({ reason: 'NO_RAMP' });
      const { ramp } = (await store().startRamp(scope, { value: true, steps }, ada)) ?? {};
      await expect(store().moveRamp(scope, 'resume', ada)).rejects.toMatchObject({ reason: 'RAMP_NOT_PAUSED' });
      expect((await store().moveRamp(scope, 'pause', ada))?.ramp?.status).toBe('paused');
      expect(await store().advanceRamp(scope, { rampId: ramp?.id ?? '', step: 0 }, ada)).toBe(false);
      expect((await store().moveRamp(scope, 'resume', ada))?.ramp?.status).toBe('running');
      await flags().setRollout(scope, { percentage: 3, value: true }, ada);
      expect((await store().find(scope))?.ramp).toMatchObject({ status: 'stopped' });
      await expect(store().moveRamp(scope, 'stop', ada)).rejects.toThrow(WrongState);
      await store().startRamp(scope, { value: true, steps }, ada);
      expect((await store().moveRamp(scope, 'stop', ada))?.ramp?.status).toBe('stopped');
      expect((await flags().targeting(scope))?.rollout?.percentage).toBe(10);
    });

    test('a ramp that cannot be is refused and nothing changes', async () => {
      const scope = await newFlag('g_bad_ramp');
      const [one, two] = steps as [RampStep, RampStep];
      const cases: readonly [string, unknown, readonly RampStep[]][] = [
        ['value', 'text', steps],
        ['steps', true, []],
        ['steps.1.percentage', true, [two, one]],
        ['steps.0.hold_minutes', true, [{ ...one, holdMinutes: -1 }]],
        ['steps.0.min_units', true, [{ ...one, minUnits: 0.5 }]],
      ];
      for (const [field, value, sent] of cases) {
        await expect(store().startRamp(scope, { value, steps: sent }, ada), field).rejects.toMatchObject({ field });
      }
      await flags().kill(scope, { reason: 'x' }, ada);
      await expect(store().startRamp(scope, { value: true, steps }, ada)).rejects.toMatchObject({
        reason: 'FLAG_KILLED',
      });
      expect(await store().find(scope)).toMatchObject({ rollout: null, ramp: null });
    });
  });
}
