import { DAY_MS } from '@lamppost/protocol';
import type { AnalyticsStore } from '../../../analytics/analytics-store.ts';
import type { GuardrailEvidence } from '../../guardrails/guardrail-evidence.ts';
import { judgeGuardrail, levelOfEach } from '../../guardrails/judge-guardrail.ts';
import type { WatchedFlag } from './guardrail-store.ts';
import { CONTROL, rolloutStatisticsQuery, SERVED_LENGTH, TREATMENT } from './queries/rollout-statistics.ts';

/** Clocks of clients may be ahead by as much. */
const AHEAD_MS = DAY_MS;

/** What the guardrails of a flag find in what is stored now, by their ids. */
export const rolloutEvidence =
  (store: AnalyticsStore) =>
  async (flag: WatchedFlag): Promise<ReadonlyMap<string, GuardrailEvidence>> => {
    const { projectId, environmentId, flagKey, rollout, guardrails: watch } = flag;
    if (watch === null || watch.sinceMs === null) return new Map();
    const found = await store.run(rolloutStatisticsQuery, {
      scope: { projectId, environmentId },
      flagKey,
      served: servedText(rollout.value),
      fromMs: watch.sinceMs,
      toMs: Date.now() + AHEAD_MS,
      metrics: watch.guardrails.map((guardrail) => ({
        eventName: guardrail.eventName,
        metricType: guardrail.metricType,
        aggregationField: guardrail.aggregationField,
        conversionWindowHours: null,
        denominatorEvent: guardrail.denominatorEvent,
        denominatorField: guardrail.denominatorField,
      })),
    });
    // Distribution functions take a while to load, and a server that watches nothing needs none.
    const [statistics, { estimatesOf }] = await Promise.all([
      import('@lamppost/statistics/experiments'),
      import('../../experiments/judging/judge-metric.ts'),
    ]);
    const level = levelOfEach(watch.confidenceLevel, watch.guardrails.length);
    const evidence = watch.guardrails.map((guardrail, at): [string, GuardrailEvidence] => {
      const metric = found.metrics[at];
      if (metric === undefined) throw new Error('every metric is computed');
      const { variants } = estimatesOf(metric, guardrail.metricType, null, 2);
      const arm = (place: number, users: number) => ({
        units: Math.min(users, variants[place]?.units ?? 0),
        estimate: variants[place]?.estimate ?? ({ kind: 'not_enough_data', reason: 'no_units' } as const),
      });
      const treatment = arm(TREATMENT, found.treatmentUnits);
      const control = arm(CONTROL, found.controlUnits);
      return [guardrail.id, judgeGuardrail(statistics, treatment, control, { ...guardrail, level })];
    });
    return new Map(evidence);
  };

/** A value as events carry it: Lamppost's SDKs send objects as text. */
function servedText(value: unknown): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.slice(0, SERVED_LENGTH);
}
