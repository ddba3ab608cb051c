import type { Wire } from './schemas/index.ts';

/** How an experiment is judged where nothing else is said. */
export const DEFAULT_ANALYSIS: Readonly<Wire['ExperimentAnalysis']> = {
  engine: 'sequential',
  confidence_level: 0.95,
  correction: 'holm',
  min_units: 100,
  covariate_days: 14,
  cap_quantile: 0.999,
  planned_days: null,
  guardrail_action: 'none',
};
