import Type from 'typebox';
import { Nullable } from './common.ts';

export const analysisEngines = ['sequential', 'fixed', 'bayesian'] as const;
export const corrections = ['holm', 'benjamini_hochberg', 'none'] as const;
export const guardrailActions = ['none', 'pause'] as const;

const fields = {
  engine: Type.Enum([...analysisEngines], {
    description: 'sequential: may be looked at any time; fixed: once, at the end; bayesian: chances with a flat prior',
  }),
  confidence_level: Type.Number({ minimum: 0.8, maximum: 0.999, description: 'How often intervals hold the truth' }),
  correction: Type.Enum([...corrections], {
    description: 'For many comparisons: all treatments in primary and secondary metrics. Guardrails are judged apart',
  }),
  min_units: Type.Integer({ minimum: 2, maximum: 1_000_000_000, description: 'Of each variant before any verdict' }),
  covariate_days: Type.Integer({
    minimum: 0,
    maximum: 90,
    description: 'What a unit did in so many days before its exposure narrows the intervals (CUPED); 0 is off',
  }),
  cap_quantile: Nullable(
    Type.Number({
      minimum: 0.5,
      maximum: 0.99999,
      description: 'Totals of units above this quantile of all units are lowered to it (count, sum, average)',
    }),
  ),
  planned_days: Nullable(
    Type.Integer({ minimum: 1, maximum: 730, description: 'With the engine `fixed` there is no verdict before' }),
  ),
  guardrail_action: Type.Enum([...guardrailActions], {
    description: 'pause: a guardrail that a variant breaches pauses the experiment, as data arrives',
  }),
};

/** Whole, as in rows. */
export const ExperimentAnalysis = Type.Object(fields);

/** Absent: kept, or at creation the default. */
export const AnalysisBody = Type.Partial(ExperimentAnalysis);
