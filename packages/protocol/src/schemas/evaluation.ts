import Type from 'typebox';
import { BucketRanges, Data, FreeForm, IsoTime, Maybe, Nullable, Uuid } from './common.ts';

export const operators = [
  'eq',
  'neq',
  'in',
  'not_in',
  'gt',
  'gte',
  'lt',
  'lte',
  'contains',
  'not_contains',
  'starts_with',
  'ends_with',
  'regex',
  'exists',
  'not_exists',
  'semver_gt',
  'semver_gte',
  'semver_lt',
  'semver_lte',
] as const;

export const Condition = Type.Object({
  field: Type.String({ minLength: 1, maxLength: 128 }),
  op: Type.Enum([...operators]),
  values: Type.Array(Type.Union([Type.String({ maxLength: 1024 }), Type.Number(), Type.Boolean()]), { maxItems: 100 }),
});

export const Rule = Type.Object({
  id: Type.String(),
  name: Maybe(Type.String()),
  conditions: Type.Array(Condition, { maxItems: 20 }),
  value: Type.Unknown(),
  percentage: Type.Number({ minimum: 0, maximum: 100 }),
  enabled: Type.Boolean(),
});

export const evaluationReasons = ['KILLED', 'RULE_MATCH', 'ROLLOUT', 'DEFAULT', 'NOT_FOUND', 'ERROR'] as const;

export const EvaluateBody = Type.Object({
  flag_keys: Maybe(Type.Array(Type.String()), 'Empty or absent: all'),
  context: Maybe(FreeForm('user_id, device_id, anonymous_id, platform and attributes')),
});

export const EvaluateAnswer = Data(
  Type.Unsafe<Record<string, { value: unknown; reason: (typeof evaluationReasons)[number]; rule_id?: string }>>({
    type: 'object',
    additionalProperties: Type.Object({
      value: Type.Unknown(),
      reason: Type.Enum([...evaluationReasons]),
      rule_id: Type.Optional(Type.String()),
    }),
  }),
);

export const RulesetFlag = Type.Object({
  id: Uuid,
  key: Type.String(),
  value_type: Type.Enum(['boolean', 'string', 'number', 'json']),
  default_value: Type.Unknown(),
  platforms: Type.Array(Type.String()),
  prerequisites: Type.Optional(
    Type.Array(Type.Object({ flag: Type.String(), value: Type.Unknown() }), {
      description: 'Version 4: flags that must have these values; otherwise this one is its default',
    }),
  ),
  rules: Type.Array(Rule),
  rollout: Nullable(Type.Object({ id: Type.String(), percentage: Type.Number(), value: Type.Unknown() })),
  kill: Nullable(Type.Object({ value: Type.Unknown(), reason: Type.String(), at: IsoTime })),
});

export const RulesetExperiment = Type.Object({
  id: Uuid,
  key: Type.String(),
  unit: Type.Enum(['auto', 'device', 'user']),
  status: Type.Enum(['running', 'completed']),
  traffic_pct: Type.Number({ minimum: 0, maximum: 100 }),
  variants: Type.Array(Type.Object({ key: Type.String(), weight: Type.Number(), payload: FreeForm() })),
  winner: Nullable(Type.String()),
  audience: Type.Optional(
    Type.Array(Condition, {
      description: 'Version 3: who can be in it, and gets its winner; all conditions must hold',
    }),
  ),
  overrides: Type.Optional(
    Type.Array(
      Type.Object({
        variant_key: Type.String(),
        user_ids: Type.Array(Type.String()),
        group_keys: Type.Array(Type.String()),
      }),
      { description: 'Version 2: testers, who get a variant whatever the buckets say; the first match counts' },
    ),
  ),
  layer: Type.Optional(
    Type.Object({ id: Uuid, ranges: BucketRanges }, { description: 'Version 2: takes the place of the pool' }),
  ),
  holdout: Type.Optional(
    Type.Object(
      { id: Uuid, percentage: Type.Number({ minimum: 0, maximum: 100 }) },
      { description: 'Version 2: people who are kept out of it, and do not get its winner' },
    ),
  ),
});

export const RulesetQuery = Type.Object({
  ruleset_version: Type.Optional(
    Type.Integer({
      minimum: 1,
      description:
        'The newest version that the reader evaluates; 1 when absent. What needs more is left out, so that nothing is decided wrongly. 2: `overrides`, `layer` and `holdout` of experiments. 3: conditions on `user_cohort`, flags that have some come as their default alone otherwise; `audience` of experiments. 4: `prerequisites` of flags, which come as their default alone otherwise',
    }),
  ),
});

export const RulesetAnswer = Data(
  Type.Object({
    flags: Type.Array(RulesetFlag),
    experiments: Type.Array(RulesetExperiment),
    groups: Type.Unsafe<Record<string, string[]>>({ type: 'object', additionalProperties: Type.Array(Type.String()) }),
    cohorts: Type.Optional(
      Type.Unsafe<Record<string, string[]>>({
        type: 'object',
        additionalProperties: Type.Array(Type.String()),
        description:
          'Version 3: user ids by key, of cohorts that rules name. A condition on a cohort that is not listed here matches no users',
      }),
    ),
    server_time: IsoTime,
    config_version: Type.String(),
    ruleset_version: Type.Integer({ minimum: 1, description: 'At most the one that was announced' }),
    etag: Type.String({
      description: 'Equal to the ETag header, quotes included; on the stream there is only this one',
    }),
  }),
);
