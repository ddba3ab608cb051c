import Type from 'typebox';
import { Data, IsoTime, Nullable, Uuid } from './common.ts';
import { ExperimentMetric } from './experiments.ts';
import { guardrailEvidence } from './guardrail-evidence.ts';

const { event_name, metric_type, aggregation_field, denominator_event, denominator_field, name, direction, margin } =
  ExperimentMetric.properties;
const metric = {
  event_name,
  metric_type,
  aggregation_field,
  denominator_event,
  denominator_field,
  name,
  direction,
  margin,
};

export const GuardrailBody = Type.Object({ id: Type.Optional(Uuid), ...metric });

export const GuardrailsBody = Type.Object({
  guardrails: Type.Array(GuardrailBody, { maxItems: 10, description: 'None: nothing is watched any more' }),
  confidence_level: Type.Optional(
    Type.Number({
      minimum: 0.8,
      maximum: 0.999,
      description: '0.95 when absent: a harmless rollout is stopped in 5 % of cases at most, over all guardrails',
    }),
  ),
});

const Breach = Type.Object({ ...guardrailEvidence, guardrail_id: Type.String(), at: IsoTime });

export const Guardrails = Type.Object({
  flag_id: Uuid,
  environment_id: Uuid,
  confidence_level: Type.Number(),
  watching_since: Nullable(Type.Unsafe<string>({ ...IsoTime, description: 'Null while nobody is served the rollout' })),
  checked_at: Nullable(IsoTime),
  guardrails: Type.Array(
    Type.Object({
      id: Type.String(),
      event_name: Type.String(),
      metric_type: metric_type,
      aggregation_field: Nullable(Type.String()),
      denominator_event: Nullable(Type.String()),
      denominator_field: Nullable(Type.String()),
      name: Nullable(Type.String()),
      direction: Type.Enum(['increase', 'decrease']),
      margin: Type.Number(),
      evidence: Nullable(Type.Object(guardrailEvidence, { description: 'Null before the first check' })),
    }),
  ),
  breach: Nullable(Breach),
});
export const GuardrailsAnswer = Data(Guardrails);

export const RampBody = Type.Object({
  value: Type.Unknown({ description: 'Of the type of the flag' }),
  steps: Type.Array(
    Type.Object({
      percentage: Type.Number({ minimum: 0, maximum: 100 }),
      hold_minutes: Type.Number({ minimum: 0, maximum: 43_200 }),
      min_units: Type.Optional(
        Nullable(
          Type.Integer({
            minimum: 0,
            maximum: 1_000_000,
            description: 'Users who must have been served the value first; when absent 100 with guardrails, else none',
          }),
        ),
      ),
    }),
    { minItems: 1, maxItems: 20 },
  ),
});

export const Ramp = Type.Object({
  id: Uuid,
  flag_id: Uuid,
  environment_id: Uuid,
  value: Type.Unknown(),
  steps: Type.Array(
    Type.Object({
      percentage: Type.Number(),
      hold_minutes: Type.Number(),
      min_units: Nullable(Type.Integer()),
    }),
  ),
  step: Type.Integer({ minimum: 0, description: 'Which of the steps is in force, from 0' }),
  step_since: IsoTime,
  status: Type.Enum(['running', 'paused', 'completed', 'stopped']),
  reason: Nullable(Type.String({ description: 'Why it was stopped' })),
  waiting_for: Nullable(
    Type.Object({
      kind: Type.Enum(['time', 'units', 'guardrails']),
      until: Nullable(IsoTime),
      units: Nullable(Type.Integer()),
      min_units: Nullable(Type.Integer()),
      text: Type.String({ description: 'In a sentence' }),
    }),
  ),
});
export const RampAnswer = Data(Nullable(Ramp));
