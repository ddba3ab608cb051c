import { formatPercent, formatShortNumber } from '../../../design/format/format-number.ts';
import type { MetricResult } from './results.ts';

/** What one should know of a metric before reading its numbers, each in a few words. */
export function metricNotes(metric: MetricResult): readonly string[] {
  const notes: string[] = [];
  if (metric.direction === 'decrease') notes.push('lower is better');
  if (metric.is_guardrail && metric.margin > 0) {
    notes.push(
      `allows ${formatPercent(metric.margin * 100)} ${metric.direction === 'increase' ? 'decrease' : 'increase'}`,
    );
  }
  if (metric.conversion_window_hours !== null)
    notes.push(`${windowText(metric.conversion_window_hours)} after exposure`);
  // Less than that is shown as 0 %.
  if (metric.variance_reduction !== null && metric.variance_reduction >= 0.005) {
    notes.push(`variance −${formatPercent(metric.variance_reduction * 100, 0)} (CUPED)`);
  }
  if (metric.cap !== null) notes.push(`capped at ${formatShortNumber(metric.cap)}`);
  if (metric.ignored_values > 0) {
    const isOne = metric.ignored_values === 1;
    notes.push(`${formatShortNumber(metric.ignored_values)} ${isOne ? 'value' : 'values'} not numeric`);
  }
  return notes;
}

/** "24 h", "7 d" */
const windowText = (hours: number): string => (hours % 24 === 0 ? `${hours / 24} d` : `${hours} h`);
