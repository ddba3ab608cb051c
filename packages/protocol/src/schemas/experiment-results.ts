import Type from 'typebox';
import { Data, IsoTime, Nullable, Uuid } from './common.ts';
import { analysisEngines, ExperimentAnalysis } from './experiment-analysis.ts';
import { experimentStatuses, metricDirections, metricKinds } from './experiments.ts';

export const experimentDecisions = [
  'ship',
  'stop',
  'keep_control',
  'no_difference',
  'keep_running',
  'not_enough_data',
  'invalid',
] as const;
export const variantDecisions = [
  'control',
  'better',
  'worse',
  'no_difference',
  'undecided',
  'not_enough_data',
  'ok',
  'breached',
] as const;
export const unitsOfValue = ['share', 'number', 'ms', 'ratio'] as const;

export const ResultsQuery = Type.Object({
  as_of: Type.Optional(
    Type.String({ description: 'ISO 8601: what had happened before this moment; now when absent or to come' }),
  ),
  breakdown: Type.Optional(
    Type.String({
      maxLength: 500,
      description: 'A field of insights: its value at the first exposure. `platform`, `event_context.x`, …',
    }),
  ),
  series: Type.Optional(Type.Boolean({ description: 'Also each day since the start' })),
  format: Type.Optional(Type.Enum(['json', 'csv'], { description: 'json when absent' })),
});

const Units = Type.Integer({ minimum: 0 });
const Figure = (description?: string) => Nullable(Type.Number(description === undefined ? {} : { description }));
const Range = (description: string) =>
  Nullable(
    Type.Unsafe<readonly [from: number, to: number]>({
      type: 'array',
      items: { type: 'number' },
      minItems: 2,
      maxItems: 2,
      description,
    }),
  );

const SeriesPoint = Type.Object({
  at: IsoTime,
  units: Units,
  value: Figure(),
  lift_rel: Figure(),
  interval: Range('Of the relative lift'),
});

const VariantResult = Type.Object({
  variant_key: Type.String(),
  units: Type.Integer({ minimum: 0, description: 'Exposed units; of an average and of quantiles, those with a value' }),
  value: Figure('As it was seen, after the cap'),
  adjusted_value: Figure('Less what was known of the units before (CUPED); null where that is off'),
  standard_error: Figure('Of the adjusted value where there is one'),
  lift_abs: Figure('Against the control; of the adjusted values where there are'),
  lift_rel: Figure('A fraction: 0.05 is 5 % more than the control'),
  interval: Range('Of the relative lift; null where there is none'),
  interval_abs: Range('Of the absolute lift'),
  p_value: Figure('Of a guardrail: of the harm'),
  adjusted_p_value: Figure('After the correction for many comparisons; decides'),
  chance_to_beat: Figure('To be better than the control, with a flat prior'),
  expected_loss: Figure('On average per unit when this variant is taken and is worse'),
  decision: Type.Enum([...variantDecisions]),
  reason: Nullable(Type.String()),
  series: Type.Optional(Type.Array(SeriesPoint)),
});

export const MetricResult = Type.Object({
  event_name: Type.String(),
  metric_type: Type.Enum([...metricKinds]),
  name: Nullable(Type.String()),
  aggregation_field: Nullable(Type.String()),
  denominator_event: Nullable(Type.String()),
  denominator_field: Nullable(Type.String()),
  conversion_window_hours: Nullable(Type.Integer()),
  is_primary: Type.Boolean(),
  is_guardrail: Type.Boolean(),
  direction: Type.Enum([...metricDirections]),
  margin: Type.Number(),
  unit_of_value: Type.Enum([...unitsOfValue]),
  cap: Figure('What totals of units are lowered to; null: nothing was capped'),
  ignored_values: Type.Integer({ minimum: 0, description: 'Values of the field that are no finite number' }),
  variance_reduction: Figure('Share of the variance that CUPED took away'),
  theta: Figure('How much of what was known before is taken off by CUPED'),
  missing: Nullable(Type.String({ description: 'Why there is nothing to judge' })),
  sql: Type.String({ description: 'The query that makes the numbers, to be run as kind `sql`' }),
  variants: Type.Array(VariantResult),
});

const Exposures = Type.Array(
  Type.Object({
    variant_key: Type.String(),
    is_control: Type.Boolean(),
    units: Units,
    expected_units: Type.Number({ description: 'So many of those who were seen, by the weight' }),
  }),
);

export const ExperimentResults = Type.Object({
  experiment_id: Uuid,
  experiment_key: Type.String(),
  status: Type.Enum([...experimentStatuses]),
  started_at: Nullable(IsoTime),
  as_of: IsoTime,
  engine: Type.Enum([...analysisEngines]),
  confidence_level: Type.Number(),
  analysis: ExperimentAnalysis,
  verdict: Type.String({ description: 'One or two sentences' }),
  decision: Type.Enum([...experimentDecisions]),
  leading_variant: Nullable(Type.String({ description: 'The one with the best chance in the first primary metric' })),
  reasons: Type.Array(Type.String()),
  exposures: Exposures,
  srm: Type.Object({
    p_value: Figure('How often chance alone is off by as much'),
    ok: Nullable(Type.Boolean({ description: 'False below 0.001: nothing here can be trusted' })),
    method: Type.Enum(['sequential', 'chi_squared']),
  }),
  excluded_units: Type.Integer({ minimum: 0, description: 'Seen in more than one variant, and counted in none' }),
  unknown_units: Type.Integer({ minimum: 0, description: 'Of variants that the experiment does not have' }),
  days_to_go: Nullable(Type.Integer({ minimum: 0 })),
  changes: Type.Array(
    Type.Object({
      at: IsoTime,
      action: Type.String(),
      actor: Type.Object({ kind: Type.String(), name: Type.String() }),
      summary: Type.String(),
    }),
    { description: 'Of the experiment since its start, oldest first' },
  ),
  metrics: Type.Array(MetricResult),
  breakdown: Type.Optional(Type.String()),
  segments: Type.Optional(
    Type.Array(
      Type.Object({
        value: Type.String({ description: '`(none)`: there was none; `(other)`: all but the ten with the most units' }),
        exposures: Exposures,
        metrics: Type.Array(MetricResult),
      }),
      { description: 'To explore: many comparisons without a correction, so no verdict' },
    ),
  ),
});
export const ResultsAnswer = Data(ExperimentResults);
