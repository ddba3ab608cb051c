import fc from 'fast-check';
import type { ControlPlane } from '../../compose/control/control-plane.ts';
import type { Actor } from '../../control/actor.ts';
import type { ValueType } from '../../edge/targeting-rules.ts';
import type { NewRule } from '../flags/flag-store.ts';

/** Few names, so that edits meet each other; some edits cannot be done, by chance or on purpose. */
const key = fc.constantFrom('alpha', 'beta', 'gamma');
const environment = fc.constantFrom('production', 'development', 'staging', 'nowhere');
const user = fc.constantFrom('u1', 'u2', '\ud800');
const value = fc.constantFrom<unknown>(true, true, false, false, 'text', 'other', { a: [1] }, null);
const percentage = fc.constantFrom(0, 12.5, 50, 100, 101);
const rule: fc.Arbitrary<NewRule> = fc.record(
  {
    id: fc.constantFrom('r1', 'r2', 'r3'),
    conditions: fc.array(
      fc.record({
        field: fc.constantFrom('user_group', 'user_group', 'country'),
        op: fc.constantFrom('in', 'neq', 'in', 'exists'),
        values: fc.array(fc.constantFrom('alpha', 'beta', 'unknown'), { minLength: 1, maxLength: 2 }),
      }),
      { maxLength: 2 },
    ),
    value,
    percentage,
    enabled: fc.boolean(),
  },
  { requiredKeys: ['conditions', 'value'] },
);
const weights = fc.constantFrom([50, 50], [33.33, 33.33, 33.34], [10, 20], [100]);

export const randomEdit = fc.oneof(
  kind('create flag', { key, valueType: fc.constantFrom<ValueType>('boolean', 'string', 'json') }),
  kind('update flag', {
    key,
    patch: fc.record(
      {
        name: fc.constantFrom('One', 'Two'),
        status: fc.constantFrom('active' as const, 'archived' as const, 'deprecated' as const),
      },
      { requiredKeys: [] },
    ),
  }),
  kind('update default', { key, defaultValue: value }),
  kind('replace rules', { key, environment, rules: fc.array(rule, { maxLength: 3 }) }),
  kind('set rollout', { key, environment, percentage, value }),
  kind('kill', { key, environment, reason: fc.constantFrom('slow', 'wrong') }),
  kind('restore', { key, environment }),
  kind('copy', { key, from: environment, to: environment }),
  kind('create experiment', { key, environment, weights }),
  kind('update experiment', { key, trafficPct: fc.constantFrom(10, 50, 0) }),
  kind('move experiment', { key, move: fc.constantFrom('start', 'pause', 'resume', 'archive') }),
  kind('complete experiment', { key, winner: fc.constantFrom('v0', 'v1', null, 'nobody') }),
  kind('complete with a flag', { key, winner: fc.constantFrom('v0', null), flag: key, value }),
  kind('set traffic', { key, trafficPct: fc.constantFrom(5, 40, 80, 100, 0) }),
  kind('set overrides', {
    key,
    variant: fc.constantFrom('v0', 'v1', 'v2', 'nobody'),
    users: fc.array(user, { maxLength: 2 }),
    groups: fc.array(fc.constantFrom('alpha', 'beta', 'unknown'), { maxLength: 2 }),
  }),
  kind('set audience', {
    key,
    groups: fc.array(fc.constantFrom('alpha', 'beta', 'unknown'), { minLength: 1, maxLength: 2 }),
    isEmpty: fc.boolean(),
  }),
  kind('join layer', { key, layer: fc.constantFrom('alpha', 'beta', null, 'unknown') }),
  kind('create layer', { key }),
  kind('archive layer', { key, archived: fc.boolean() }),
  kind('set holdout', { percentage: fc.constantFrom(0, 5, 20, 60), reshuffle: fc.boolean() }),
  kind('create group', { key }),
  kind('archive group', { key, archived: fc.boolean() }),
  kind('add member', { key, user }),
  kind('remove member', { key, user }),
  kind('create environment', {}),
);

/** Something to edit, so that most of a sequence is about edits that can be done. */
export const firstEdits: readonly RandomEdit[] = [
  { kind: 'create flag', key: 'alpha', valueType: 'boolean' },
  { kind: 'create flag', key: 'beta', valueType: 'string' },
  { kind: 'create group', key: 'alpha' },
  { kind: 'create group', key: 'beta' },
  { kind: 'create experiment', key: 'alpha', environment: 'production', weights: [50, 50] },
  { kind: 'create experiment', key: 'beta', environment: 'development', weights: [33.33, 33.33, 33.34] },
  { kind: 'create layer', key: 'alpha' },
  { kind: 'join layer', key: 'alpha', layer: 'alpha' },
  { kind: 'set overrides', key: 'alpha', variant: 'v1', users: ['u1'], groups: ['beta'] },
  { kind: 'set audience', key: 'alpha', groups: ['alpha'], isEmpty: false },
  { kind: 'add member', key: 'alpha', user: 'u2' },
  { kind: 'add member', key: 'alpha', user: 'u1' },
  {
    kind: 'replace rules',
    key: 'alpha',
    environment: 'production',
    rules: [{ conditions: [{ field: 'user_group', op: 'in', values: ['alpha'] }], value: true }],
  },
];

type Generated<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never;
export type RandomEdit = Generated<typeof randomEdit>;

function kind<Kind extends string, Parts extends object>(
  name: Kind,
  parts: { [Name in keyof Parts]: fc.Arbitrary<Parts[Name]> },
) {
  return fc.record({ kind: fc.constant(name), ...parts }) as fc.Arbitrary<{ kind: Kind } & Parts>;
}

const scheduler: Actor = { kind: 'scheduler', id: 's', name: 'Random' };

/** Undefined or false when there was nothing to edit; rejects when the edit cannot be done. */
export function applyEdit(control: ControlPlane, projectId: string, edit: RandomEdit): Promise<unknown> {
  const { flags, experiments, groups, environments, layers, holdouts } = control;
  const place = (at: { key: string; environment: string }) => ({
    projectId,
    flag: at.key,
    environment: at.environment,
  });
  switch (edit.kind) {
    case 'create flag': {
      const { key, valueType } = edit;
      return flags.create({ projectId, key, name: key, platforms: ['web'], valueType }, scheduler);
    }
    case 'update flag':
      return flags.update(projectId, edit.key, edit.patch, scheduler);
    case 'update default':
      return flags.update(projectId, edit.key, { defaultValue: edit.defaultValue }, scheduler);
    case 'replace rules':
      return flags.replaceRules(place(edit), edit.rules, scheduler);
    case 'set rollout':
      return flags.setRollout(place(edit), edit, scheduler);
    case 'kill':
      return flags.kill(place(edit), { reason: edit.reason }, scheduler);
    case 'restore':
      return flags.restore(place(edit), scheduler);
    case 'copy':
      return flags.copyTargeting({ projectId, flag: edit.key, from: edit.from, to: edit.to }, scheduler);
    case 'create experiment': {
      const variants = edit.weights.map((weight, at) => ({ key: `v${at}`, name: 'V', weight, isControl: at === 0 }));
      const metrics = [{ eventName: 'bought', metricType: 'count', isPrimary: true }] as const;
      const { key, environment: where } = edit;
      return experiments.create({ projectId, environment: where, key, name: key, variants, metrics }, scheduler);
    }
    case 'update experiment':
      return experiments.update(projectId, edit.key, { trafficPct: edit.trafficPct }, scheduler);
    case 'move experiment':
      return experiments[edit.move](projectId, edit.key, scheduler);
    case 'complete experiment':
      return experiments.complete(projectId, edit.key, { winner: edit.winner }, scheduler);
    case 'complete with a flag': {
      const { winner, flag, value: shipped } = edit;
      return experiments.complete(projectId, edit.key, { winner, flag: { key: flag, value: shipped } }, scheduler);
    }
    case 'set traffic':
      return experiments.setTraffic(projectId, edit.key, edit.trafficPct, scheduler);
    case 'set overrides': {
      const overrides = [{ variantKey: edit.variant, userIds: edit.users, groupKeys: edit.groups }];
      return experiments.setOverrides(projectId, edit.key, overrides, scheduler);
    }
    case 'set audience': {
      const audience = edit.isEmpty ? [] : [{ field: 'user_group', op: 'in', values: edit.groups } as const];
      return experiments.setAudience(projectId, edit.key, audience, scheduler);
    }
    case 'join layer':
      return experiments.update(projectId, edit.key, { layer: edit.layer }, scheduler);
    case 'create layer':
      return layers.create({ projectId, key: edit.key, name: edit.key }, scheduler);
    case 'archive layer':
      return layers.update(projectId, edit.key, { archived: edit.archived }, scheduler);
    case 'set holdout':
      return holdouts.set(projectId, { percentage: edit.percentage, reshuffle: edit.reshuffle }, scheduler);
    case 'create group':
      return groups.create({ projectId, key: edit.key, name: edit.key }, scheduler);
    case 'archive group':
      return groups.update(projectId, edit.key, { archived: edit.archived }, scheduler);
    case 'add member':
      return groups.addMember(projectId, edit.key, { userId: edit.user }, scheduler);
    case 'remove member':
      return groups.removeMember(projectId, edit.key, edit.user, scheduler);
    case 'create environment':
      return environments.create({ projectId, slug: 'staging', name: 'Staging' }, scheduler);
  }
}
