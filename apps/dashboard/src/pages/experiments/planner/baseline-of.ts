import type { Baseline } from '@lamppost/statistics/experiments';
import type { MetricResult, Results } from '../results/results.ts';
import { controlKeyOf } from '../results/results.ts';

/** The control as it was measured; undefined while that is too little. The variance is that after CUPED. */
export function baselineOf(metric: MetricResult, exposures: Results['exposures']): Baseline | undefined {
  const controlKey = controlKeyOf(exposures);
  const control = metric.variants.find(({ variant_key }) => variant_key === controlKey);
  if (control === undefined || control.value === null || control.value === 0) return undefined;
  if (control.standard_error === null || control.standard_error === 0 || control.units < 2) return undefined;
  return { kind: 'mean', mean: control.value, variance: control.standard_error ** 2 * control.units };
}

/** Units of all variants that came on a day, over the last week of the series; over the whole time without one. */
export function unitsPerDay(results: Results): number {
  const units = results.exposures.reduce((sum, exposure) => sum + exposure.units, 0);
  if (results.started_at === null) return 0;
  const days = Math.max(1, (Date.parse(results.as_of) - Date.parse(results.started_at)) / DAY_MS);
  const series = results.metrics[0]?.variants.map((variant) => variant.series ?? []) ?? [];
  const length = Math.min(...series.map((points) => points.length));
  if (series.length === 0 || length <= RECENT_DAYS) return units / days;
  const recent = series.reduce((sum, points) => {
    const [before, last] = [points.at(-1 - RECENT_DAYS), points.at(-1)];
    return sum + (last?.units ?? 0) - (before?.units ?? 0);
  }, 0);
  return Math.max(0, recent) / RECENT_DAYS;
}

const DAY_MS = 86_400_000;
const RECENT_DAYS = 7;
