import { HOUR_MS, invalidField, type Wire } from '@lamppost/protocol';
import { timeOf } from '../../http/request/time-of.ts';

const lastMs = {
  '1h': HOUR_MS,
  '24h': 24 * HOUR_MS,
  '7d': 168 * HOUR_MS,
  '30d': 720 * HOUR_MS,
  '90d': 2_160 * HOUR_MS,
};

/** The ends of a range of rows. */
export function exportRange(range: Wire['InsightRange'], nowMs: number): { fromMs: number; toMs: number } {
  if (range.kind === 'relative') return { fromMs: nowMs - lastMs[range.last], toMs: nowMs };
  const fromMs = timeOf('range.fromIso', range.fromIso) ?? 0;
  const toMs = timeOf('range.toIso', range.toIso) ?? nowMs;
  if (fromMs >= toMs) throw invalidField('range.toIso', 'must be later than range.fromIso');
  return { fromMs, toMs };
}
