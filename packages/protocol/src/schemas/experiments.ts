import Type from 'typebox';
import { textPatterns } from '../text-patterns.ts';
import { BucketRanges, Data, FreeForm, IsoTime, List, Nullable, PageQuery, Uuid } from './common.ts';
import { Condition } from './evaluation.ts';
import { AnalysisBody, ExperimentAnalysis } from './experiment-analysis.ts';
import { CohortUse, ConditionBody } from './flags.ts';
import { guardrailEvidence } from './guardrail-evidence.ts';

export const experimentStatuses = ['draft', 'running', 'paused', 'completed', 'archived'] as const;
export const experimentUnits = ['auto', 'device', 'user'] as const;
export const metricKinds = ['conversion', 'count', 'sum', 'average', 'p50', 'p95', 'p99', 'ratio'] as const;
export const metricDirections = ['increase', 'decrease'] as const;

const Text = Nullable(Type.String({ maxLength: 2000 }));

export const ExperimentVariant = Type.Object({
  key: Type.String({ minLength: 1, maxLength: 64 }),
  name: Type.String({ minLength: 1, maxLength: 200 }),
  is_control: Type.Optional(Type.Boolean()),
  weight: Type.Number({ minimum: 1, maximum: 100 }),
  payload: Type.Optional(FreeForm()),
});

export const ExperimentMetric = Type.Object({
  event_name: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'An event, or a built-in metric: `$crash_free_sessions`, `$anr_rate`, `$startup`',
  }),
  metric_type: Type.Enum([...metricKinds]),
  aggregation_field: Type.Optional(
    Nullable(Type.String({ maxLength: 128, description: 'A property, as insights read `event_properties.<path>`' })),
  ),
  is_primary: Type.Optional(Type.Boolean()),
  is_guardrail: Type.Optional(Type.Boolean()),
  name: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 200 }))),
  direction: Type.Optional(
    Type.Enum([...metricDirections], {
      description: 'Which way is good; increase, or what the built-in metric says, when absent',
    }),
  ),
  conversion_window_hours: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 1,
        maximum: 2160,
        description: 'Events count for so long after the exposure; null: until now',
      }),
    ),
  ),
  denominator_event: Type.Optional(
    Nullable(Type.String({ minLength: 1, maxLength: 200, description: 'Of a ratio: the event below the line' })),
  ),
  denominator_field: Type.Optional(
    Nullable(Type.String({ maxLength: 128, description: 'Of a ratio: summed up; null counts the events' })),
  ),
  margin: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'Of a guardrail: relative harm that is tolerated, 0.02 is 2 %',
    }),
  ),
});

export const experimentOutcomes = [
  'assigned',
  'forced',
  'winner',
  'outside_audience',
  'held_out',
  'outside_layer',
  'outside_traffic',
  'no_identity',
  'not_running',
] as const;

export const ExperimentOverride = Type.Object({
  variant_key: Type.String({ minLength: 1, maxLength: 64 }),
  user_ids: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 256 }), { maxItems: 1000 })),
  group_keys: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 128 }), { maxItems: 20 })),
});
const Overrides = Type.Array(ExperimentOverride, {
  maxItems: 10,
  description: 'Testers, who get a variant whatever the buckets say, while the experiment runs; the first match counts',
});
const Audience = Type.Array(ConditionBody, {
  maxItems: 20,
  description:
    'Who can be in the experiment, and gets its winner: all conditions must hold, as in a rule of a flag. Empty: all users. Testers get their variant regardless',
});
const Layer = Type.Optional(Nullable(Type.String({ description: 'Key or id of a layer; null: none' })));

const editable = {
  name: Type.String({ minLength: 1, maxLength: 200 }),
  description: Type.Optional(Text),
  hypothesis: Type.Optional(Text),
  unit: Type.Optional(Type.Enum([...experimentUnits])),
  traffic_pct: Type.Optional(Type.Number({ minimum: 1, maximum: 100 })),
  variants: Type.Array(ExperimentVariant, { minItems: 2, maxItems: 10 }),
  metrics: Type.Array(ExperimentMetric, { minItems: 1, maxItems: 20 }),
  analysis: Type.Optional(AnalysisBody),
  audience: Type.Optional(Audience),
  layer: Layer,
};

export const NewExperimentBody = Type.Object({
  key: Type.String({ pattern: textPatterns.key.pattern }),
  environment_id: Type.Optional(Type.String({ description: "Id or slug; the key's own when absent" })),
  ...editable,
  overrides: Type.Optional(Overrides),
});

export const ExperimentPatch = Type.Object({
  key: Type.Optional(Type.String({ description: 'Fixed: may only be sent as it is' })),
  environment_id: Type.Optional(Type.String({ description: 'Fixed: may only be sent as it is' })),
  name: Type.Optional(editable.name),
  description: editable.description,
  hypothesis: editable.hypothesis,
  unit: editable.unit,
  traffic_pct: editable.traffic_pct,
  variants: Type.Optional(editable.variants),
  metrics: Type.Optional(editable.metrics),
  analysis: editable.analysis,
  audience: editable.audience,
  layer: Layer,
});

const ExperimentBreach = Type.Object({
  event_name: Type.String(),
  metric_type: Type.Enum([...metricKinds]),
  variant_key: Type.String(),
  at: IsoTime,
  ...guardrailEvidence,
});

export const ExperimentRow = Type.Object({
  id: Uuid,
  key: Type.String(),
  name: Type.String(),
  description: Nullable(Type.String()),
  hypothesis: Nullable(Type.String()),
  environment_id: Uuid,
  unit: Type.Enum([...experimentUnits]),
  traffic_pct: Type.Number(),
  variants: Type.Array(ExperimentVariant),
  metrics: Type.Array(ExperimentMetric),
  analysis: ExperimentAnalysis,
  status: Type.Enum([...experimentStatuses]),
  winner: Nullable(Type.String()),
  audience: Type.Array(Condition, { description: 'All must hold; empty: all users' }),
  overrides: Type.Array(
    Type.Object({
      variant_key: Type.String(),
      user_ids: Type.Array(Type.String()),
      group_keys: Type.Array(Type.String()),
    }),
  ),
  layer: Nullable(Type.String({ description: 'The key of its layer' })),
  ranges: Nullable(BucketRanges),
  cohorts: Type.Optional(
    Type.Array(CohortUse, {
      description:
        'Cohorts that the audience of a served experiment uses, if any; not in lists. Conditions on a cohort that is not served match no users',
    }),
  ),
  guardrail_breaches: Type.Array(ExperimentBreach, { description: 'What its guardrails found, oldest first' }),
  started_at: Nullable(IsoTime),
  completed_at: Nullable(IsoTime),
  created_at: IsoTime,
  updated_at: IsoTime,
});

export const ExperimentsQuery = Type.Object({
  ...PageQuery,
  status: Type.Optional(Type.Enum([...experimentStatuses])),
  search: Type.Optional(Type.String()),
  environment_id: Type.Optional(Type.String()),
});
export const PeriodBody = Type.Object(
  {
    started_at: Type.Optional(Type.String({ description: 'ISO 8601: exposures count from here on' })),
    completed_at: Type.Optional(
      Type.String({ description: 'ISO 8601, of a completed experiment: exposures and events count up to here' }),
    ),
  },
  { description: 'What is left out is kept' },
);
export const CompleteBody = Type.Object({
  winner: Type.Optional(Nullable(Type.String())),
  flag: Type.Optional(
    Nullable(
      Type.Object(
        { key: Type.String({ description: 'Key or id' }), value: Type.Unknown() },
        {
          description: "Its rollout in the experiment's environment becomes 100 percent of the value, in the same step",
        },
      ),
    ),
  ),
});
export const OverridesBody = Type.Object({ overrides: Overrides });
export const AudienceBody = Type.Object({ audience: Audience });
export const TrafficBody = Type.Object({ traffic_pct: Type.Number({ minimum: 1, maximum: 100 }) });
export const ExplainExperimentBody = Type.Object({ context: FreeForm('user_id and device_id') });
export const ExplainExperimentAnswer = Data(
  Type.Object({
    experiment_key: Type.String(),
    status: Type.Enum([...experimentStatuses]),
    outcome: Type.Enum([...experimentOutcomes]),
    variant_key: Nullable(Type.String({ description: 'What the subject gets now' })),
    running_variant_key: Nullable(
      Type.String({ description: 'What the subject gets while the experiment runs, whether it does or not' }),
    ),
    identity: Nullable(Type.String({ description: 'Whom the buckets go by' })),
    subject_kind: Nullable(Type.Enum(['user', 'device'])),
    failed_condition: Nullable(
      Type.Object(
        { ...Condition.properties, actual: Type.Optional(Type.Unknown()) },
        { description: 'The first condition of the audience that does not hold, with what the context has there' },
      ),
    ),
    traffic_pct: Type.Number(),
    pool_bucket: Nullable(
      Type.Integer({ description: 'Of 10,000; the first traffic_pct × 100 are in. Null in a layer' }),
    ),
    layer: Nullable(Type.Object({ id: Uuid, key: Type.String(), ranges: BucketRanges })),
    layer_bucket: Nullable(
      Type.Integer({ description: 'Of 10,000; those in the ranges are in. Null without a layer' }),
    ),
    holdout: Nullable(Type.Object({ id: Uuid, percentage: Type.Number() })),
    holdout_bucket: Nullable(
      Type.Integer({ description: 'Of 10,000; the first percentage × 100 are held out. Null without a holdout' }),
    ),
    variant_bucket: Nullable(Type.Integer({ description: 'Of 10,000, walked through the weights' })),
  }),
);
export const ExposuresQuery = Type.Object({
  from: Type.Optional(
    Type.String({ description: 'ISO 8601; when absent the start of the experiment, of a draft 30 days before `to`' }),
  ),
  to: Type.Optional(Type.String({ description: 'ISO 8601, not included; now when absent' })),
});
const Units = Type.Integer({ minimum: 0, description: 'People, devices or users, as the experiment counts' });
export const ExposuresAnswer = Data(
  Type.Object({
    experiment_id: Uuid,
    experiment_key: Type.String(),
    environment_id: Uuid,
    unit: Type.Enum([...experimentUnits]),
    from: IsoTime,
    to: IsoTime,
    exposures: Type.Array(
      Type.Object({
        variant_key: Type.String(),
        units: Units,
        weight: Type.Number({ description: 'Percent of all units, as designed' }),
        expected_units: Type.Number({ description: 'So many of those who were seen, by the weight' }),
      }),
      { description: 'Every variant of the design, in its order' },
    ),
    unknown_variants: Type.Array(Type.Object({ variant_key: Type.String(), units: Units }), {
      description: 'Variants that exposures name and that the experiment does not have, at most 100',
    }),
    excluded_units: Type.Integer({ minimum: 0, description: 'Seen in more than one variant, and counted in none' }),
    srm: Type.Object(
      {
        p_value: Nullable(Type.Number({ description: 'How often chance alone is off by as much or more' })),
        ok: Nullable(
          Type.Boolean({ description: 'False below 0.001: look for the cause before you believe a result' }),
        ),
      },
      { description: 'Sample ratio mismatch, by chi-squared; null while a variant expects fewer than 5 units' },
    ),
  }),
);
export const ExperimentAnswer = Data(ExperimentRow);
export const CompletedExperimentAnswer = Data(
  Type.Object({
    ...ExperimentRow.properties,
    shipped: Nullable(
      Type.Object(
        {
          flag_id: Uuid,
          flag_key: Type.String(),
          environment_id: Uuid,
          percentage: Type.Number(),
          value: Type.Unknown(),
          enabled_rules: Type.Integer({ description: 'Rules that stay as they are and come before the rollout' }),
          is_killed: Type.Boolean({
            description: 'The kill stays as well: nobody gets the value before it is restored',
          }),
          note: Type.String({ description: 'In a sentence: who gets the value' }),
        },
        { description: 'The flag that was set in the same step; null without one' },
      ),
    ),
  }),
);
export const ExperimentsAnswer = List(ExperimentRow);
