import type { Wire } from '../schemas/index.ts';
import { featureKinds } from './feature-kinds.ts';
import { fillRange } from './fill-shared.ts';
import type { Filled } from './filled.ts';

/** Queries about crashes, performance and experiments, which those features answer. */
export type FilledFeatureQuery =
  | Filled<Wire['CrashFreeQuery'], 'of' | 'interval'>
  | Filled<Wire['CrashesQuery'], 'interval'>
  | Filled<Wire['PerformanceQuery'], 'of' | 'interval'>
  | Wire['ExperimentQuery'];

type FeatureQuery = Wire['CrashFreeQuery'] | Wire['CrashesQuery'] | Wire['PerformanceQuery'] | Wire['ExperimentQuery'];

export function fillFeature(query: FeatureQuery): FilledFeatureQuery {
  switch (query.kind) {
    case 'crash_free': {
      const { kind, of = 'sessions', breakdown } = query;
      return { kind, of, ...said({ breakdown }), ...fillRanged(query) };
    }
    case 'crashes': {
      const { kind, breakdown } = query;
      return { kind, ...said({ breakdown }), ...fillRanged(query) };
    }
    case 'performance': {
      const { kind, of = 'p95', metricName, metricType, breakdown, limit } = query;
      return { kind, of, ...said({ metricName, metricType, breakdown, limit }), ...fillRanged(query) };
    }
    case 'experiment': {
      const { kind, experiment, metric } = query;
      return { kind, ...said({ experiment, metric }) };
    }
  }
}

export const isFeatureQuery = <Query extends { readonly kind: string }>(
  query: Query,
): query is Extract<Query, { kind: FilledFeatureQuery['kind'] }> =>
  (featureKinds as readonly string[]).includes(query.kind);

function fillRanged(query: Exclude<FeatureQuery, { kind: 'experiment' }>) {
  const { interval = 'day', range, platform, appVersion } = query;
  return { interval, range: fillRange(range), ...said({ platform, appVersion }) };
}

/** Without the members that are absent. */
function said<Members extends object>(members: Members) {
  type Said = { [Name in keyof Members]?: Exclude<Members[Name], undefined> };
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Said;
}
