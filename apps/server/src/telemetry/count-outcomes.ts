import type { Metrics } from './metrics.ts';

/** Every received item under exactly one outcome. */
export const countOutcomes = (metrics: Metrics) => ({
  accepted: (kind: string, count: number): void => metrics.countItems(kind, 'accepted', '', count),
  rejected: (kind: string, reason: string, count: number): void => metrics.countItems(kind, 'rejected', reason, count),
  invalid: (_scope: unknown, kind: string, reason: string, count: number): void =>
    metrics.countItems(kind, 'invalid', reason, count),
  limited: (_scope: unknown, kind: string, count: number): void => metrics.countItems(kind, 'limited', '', count),
});
