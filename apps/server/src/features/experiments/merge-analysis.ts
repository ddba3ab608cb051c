import { Unacceptable } from '../../control/control-errors.ts';
import type { Analysis } from './experiment-store.ts';

/** What is sent over what is there. Throws Unacceptable for settings that no experiment can be judged by. */
export function mergeAnalysis(current: Analysis, sent: Partial<Analysis>): Analysis {
  const analysis = { ...current, ...sent };
  const { confidenceLevel, minUnits, covariateDays, capQuantile, plannedDays } = analysis;
  requireRange('confidence_level', confidenceLevel, 0.8, 0.999);
  requireWhole('min_units', minUnits, 2, 1_000_000_000);
  requireWhole('covariate_days', covariateDays, 0, 90);
  if (capQuantile !== null) requireRange('cap_quantile', capQuantile, 0.5, 0.99999);
  if (plannedDays !== null) requireWhole('planned_days', plannedDays, 1, 730);
  return analysis;
}

function requireRange(field: string, value: number, from: number, to: number): void {
  if (value >= from && value <= to) return;
  throw new Unacceptable(`analysis.${field}`, `analysis.${field} must be a number from ${from} to ${to}.`);
}

function requireWhole(field: string, value: number, from: number, to: number): void {
  if (Number.isInteger(value) && value >= from && value <= to) return;
  throw new Unacceptable(`analysis.${field}`, `analysis.${field} must be a whole number from ${from} to ${to}.`);
}
