import { expect, test } from 'vitest';
import type { ControlPlane } from '../../compose/control/control-plane.ts';
import { Unacceptable } from '../../control/control-errors.ts';
import { ada, type TestProject, versionOf } from '../../control/test-project.contract.ts';
import type { ValueType } from '../../edge/targeting-rules.ts';
import type { NewRule, TargetingScope } from './flag-store.ts';

const everyone = (value: unknown, more: Partial<NewRule> = {}): NewRule => ({ conditions: [], value, ...more });

export function targetingContract(at: () => { readonly control: ControlPlane; readonly project: TestProject }): void {
  const flags = () => at().control.flags;
  const newFlag = async (key: string, valueType: ValueType = 'boolean', environment = 'production') => {
    const { projectId } = at().project;
    await flags().create({ projectId, key, name: key, platforms: ['web'], valueType }, ada);
    return (where = environment): TargetingScope => ({ projectId, flag: key, environment: where });
  };

  test('a new flag has no rules, no rollout and no kill', async () => {
    const in_ = await newFlag('t_new');
    const flag = await flags().find(at().project.projectId, 't_new');
    expect(await flags().targeting(in_())).toEqual({
      flagId: flag?.id,
      environmentId: at().project.production,
      rules: [],
      rollout: null,
      kill: null,
      rolloutSinceMs: null,
    });
  });

  test('a flag or an environment that the project does not have is undefined, and nothing changes', async () => {
    const in_ = await newFlag('t_where');
    expect(await flags().targeting({ ...in_(), flag: 'nowhere' })).toBeUndefined();
    expect(await flags().targeting(in_('nowhere'))).toBeUndefined();
    expect(await flags().setRollout(in_('nowhere'), { percentage: 1, value: true }, ada)).toBeUndefined();
    expect(await flags().kill({ ...in_(), flag: 'nowhere' }, { reason: 'x' }, ada)).toBeUndefined();
    expect(await flags().restore(in_('nowhere'), ada)).toBeUndefined();
  });

  test('rules keep their ids and order, get what is left out, and belong to one environment', async () => {
    const in_ = await newFlag('t_rules', 'string');
    const condition = { field: 'country', op: 'in', values: ['AT', 'DE'] };
    const saved = await flags().replaceRules(
      in_(),
      [everyone('a', { id: 'mine', conditions: [condition], percentage: 5, enabled: false, name: 'N' }), everyone('b')],
      ada,
    );
    expect(saved?.rules).toEqual([
      { id: 'mine', name: 'N', conditions: [condition], value: 'a', percentage: 5, enabled: false },
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        name: null,
        conditions: [],
        value: 'b',
        percentage: 100,
        enabled: true,
      },
    ]);
    expect(await flags().targeting(in_())).toEqual(saved);
    expect((await flags().targeting(in_('development')))?.rules).toEqual([]);
    const again = await flags().replaceRules(in_(), [...(saved?.rules ?? [])].reverse(), ada);
    expect(again?.rules.map(({ id }) => id)).toEqual(saved?.rules.map(({ id }) => id).reverse());
  });

  test('rules that cannot be used are refused, naming the place, and the old ones stay', async () => {
    const in_ = await newFlag('t_refused', 'number');
    const saved = await flags().replaceRules(in_(), [everyone(1)], ada);
    const cases: [string, unknown][] = [
      ['rules.1.value', [everyone(1), everyone('1')]],
      ['rules.0.conditions.0.op', [everyone(1, { conditions: [{ field: 'a', op: 'like', values: ['b'] }] })]],
      ['rules.1.id', [everyone(1, { id: 'x' }), everyone(1, { id: 'x' })]],
      [
        'rules.0.conditions.0.values.0',
        [everyone(1, { conditions: [{ field: 'a', op: 'regex', values: ['(?=bad)'] }] })],
      ],
    ];
    for (const [field, rules] of cases) {
      const refused = flags().replaceRules(in_(), rules as NewRule[], ada);
      await expect(refused, field).rejects.toThrow(Unacceptable);
      await expect(refused).rejects.toMatchObject({ field });
    }
    expect(await flags().targeting(in_())).toEqual(saved);
    const pattern = everyone(1, { conditions: [{ field: 'a', op: 'regex', values: ['^good$'] }] });
    expect(await flags().replaceRules(in_(), [pattern], ada)).toBeDefined();
  });

  test('the rollout has one id per environment through everything that happens to it', async () => {
    const in_ = await newFlag('t_rollout', 'string');
    const first = await flags().setRollout(in_(), { percentage: 10, value: 'x' }, ada);
    const id = first?.rollout?.id ?? '';
    expect(first?.rollout).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{36}$/), percentage: 10, value: 'x' });
    expect((await flags().setRollout(in_(), { percentage: 50, value: 'y' }, ada))?.rollout).toEqual({
      id,
      percentage: 50,
      value: 'y',
    });
    await flags().kill(in_(), { reason: 'slow' }, ada);
    await flags().replaceRules(in_(), [], ada);
    expect((await flags().restore(in_(), ada))?.rollout?.id).toBe(id);
    const copy = { projectId: at().project.projectId, flag: 't_rollout' };
    // An environment without a rollout takes this one's away, but not its id.
    expect((await flags().copyTargeting({ ...copy, from: 'development', to: 'production' }, ada))?.rollout).toBeNull();
    expect((await flags().setRollout(in_(), { percentage: 1, value: 'z' }, ada))?.rollout?.id).toBe(id);
    const copied = await flags().copyTargeting({ ...copy, from: 'production', to: 'development' }, ada);
    expect(copied?.rollout).toMatchObject({ percentage: 1, value: 'z' });
    expect(copied?.rollout?.id).not.toBe(id);
  });

  test('a rollout out of bounds or of another type is refused', async () => {
    const in_ = await newFlag('t_bounds');
    for (const percentage of [-1, 100.5, Number.NaN]) {
      const refused = flags().setRollout(in_(), { percentage, value: true }, ada);
      await expect(refused).rejects.toMatchObject({ field: 'percentage' });
    }
    await expect(flags().setRollout(in_(), { percentage: 1, value: 'on' }, ada)).rejects.toMatchObject({
      field: 'value',
    });
  });

  test('how long the rollout has had its percentage is known', async () => {
    const in_ = await newFlag('t_since', 'string');
    const first = await flags().setRollout(in_(), { percentage: 100, value: 'x' }, ada);
    const same = await flags().setRollout(in_(), { percentage: 100, value: 'y' }, ada);
    expect(same?.rolloutSinceMs).toBe(first?.rolloutSinceMs);
    const moved = await flags().setRollout(in_(), { percentage: 99, value: 'y' }, ada);
    expect(moved?.rolloutSinceMs).toBeGreaterThan(first?.rolloutSinceMs ?? 0);
  });

  test('a kill shows the default unless it says otherwise, and a restore gives back what was there', async () => {
    const in_ = await newFlag('t_kill', 'string');
    await flags().replaceRules(in_(), [everyone('a')], ada);
    const before = await flags().setRollout(in_(), { percentage: 10, value: 'x' }, ada);
    const killed = await flags().kill(in_(), { reason: 'errors' }, ada);
    expect(killed).toEqual({ ...before, kill: { value: '', reason: 'errors', atMs: expect.any(Number) } });
    expect(await flags().kill(in_(), { reason: 'errors' }, ada)).toEqual(killed);
    expect((await flags().kill(in_(), { value: 'off', reason: 'errors' }, ada))?.kill?.value).toBe('off');
    await expect(flags().kill(in_(), { value: 1, reason: 'x' }, ada)).rejects.toMatchObject({ field: 'value' });
    expect((await flags().targeting(in_('development')))?.kill).toBeNull();
    expect(await flags().restore(in_(), ada)).toEqual(before);
    expect(await flags().restore(in_(), ada)).toEqual(before);
  });

  test('copying takes rules with their ids, and neither copies nor lifts a kill', async () => {
    const in_ = await newFlag('t_copy', 'string');
    const source = await flags().replaceRules(in_('development'), [everyone('a')], ada);
    await flags().kill(in_(), { reason: 'here' }, ada);
    const copy = { projectId: at().project.projectId, flag: 't_copy', from: 'development', to: 'production' };
    const copied = await flags().copyTargeting(copy, ada);
    expect(copied).toMatchObject({ environmentId: at().project.production, kill: { reason: 'here' } });
    expect(copied?.rules).toEqual(source?.rules);
    const back = await flags().copyTargeting({ ...copy, from: 'production', to: 'development' }, ada);
    expect(back?.kill).toBeNull();
    expect(await flags().copyTargeting({ ...copy, flag: 'nowhere' }, ada)).toBeUndefined();
    for (const [end, field] of Object.entries({ from: 'from_environment_id', to: 'to_environment_id' })) {
      const refused = flags().copyTargeting({ ...copy, [end]: 'nowhere' }, ada);
      await expect(refused).rejects.toMatchObject({ field, reason: 'INVALID_ENVIRONMENT' });
    }
  });

  test('targeting moves the version of its environment alone, and only when something changed', async () => {
    const in_ = await newFlag('t_version');
    const { control, project } = at();
    const version = (environment: string) => versionOf(control, project.projectId, environment);
    const [production, development] = [await version('production'), await version('development')];
    await flags().setRollout(in_(), { percentage: 10, value: true }, ada);
    await flags().setRollout(in_(), { percentage: 10, value: true }, ada);
    await flags().replaceRules(in_(), [], ada);
    await flags().restore(in_(), ada);
    expect([await version('production'), await version('development')]).toEqual([production + 1, development]);
  });

  test("the history of a flag is its own changes and its targeting's, newest first, in pages", async () => {
    const in_ = await newFlag('t_history');
    await flags().setRollout(in_(), { percentage: 10, value: true }, ada);
    await flags().kill(in_('development'), { reason: 'x' }, ada);
    const { projectId } = at().project;
    const whole = await flags().history(projectId, 't_history', { limit: 10 });
    expect(whole?.rows.map(({ entityType, action }) => `${entityType} ${action}`)).toEqual([
      'targeting killed',
      'targeting rollout_set',
      'flag created',
    ]);
    const first = await flags().history(projectId, 't_history', { limit: 2 });
    const rest = await flags().history(projectId, 't_history', { limit: 2, cursor: first?.nextCursor ?? '' });
    expect([...(first?.rows ?? []), ...(rest?.rows ?? [])]).toEqual(whole?.rows);
    expect(await flags().history(projectId, 'nowhere', { limit: 2 })).toBeUndefined();
  });
}
