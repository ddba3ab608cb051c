import type { FilledFeatureQuery, Wire } from '@lamppost/protocol';
import { type QueryOptions, QueryRejected } from '../../analytics/analytics-store.ts';
import type { FeatureAsked, FeatureInsights } from './feature-insights.ts';
import { type InsightResult, momentOf } from './queries/insight-params.ts';
import type { InsightReading } from './read-insight-params.ts';
import { readRange } from './read-range.ts';

interface FeatureReading extends InsightReading {
  readonly features: FeatureInsights;
  readonly options: QueryOptions;
}

/** Hands a query to the feature that answers it. What its store finds wrong is told by the place in the query. */
export async function runFeature(query: FilledFeatureQuery, reading: FeatureReading): Promise<InsightResult> {
  const { scope, timezone, features, options } = reading;
  const asked: FeatureAsked = { scope, timezone, options, ...(await momentAsked(query, reading)) };
  try {
    return { resultJson: JSON.stringify(await answer(query, features, asked)) };
  } catch (error) {
    if (error instanceof QueryRejected) throw new QueryRejected(`query.${error.field}`, error.message);
    throw error;
  }
}

async function momentAsked(query: FilledFeatureQuery, { scope, timezone, sources }: InsightReading) {
  const nowMs = Date.now();
  if (query.kind === 'experiment') return { fromMs: nowMs, toMs: nowMs, nowMs };
  const range = await readRange(query.range, 'query.range', scope, sources.releases);
  return momentOf({ range, timezone }, nowMs);
}

function answer(
  query: FilledFeatureQuery,
  features: FeatureInsights,
  asked: FeatureAsked,
): Promise<Wire['MeasureResult'] | Wire['ExperimentLiftResult']> {
  switch (query.kind) {
    case 'crash_free':
      return features.crash_free(query, asked);
    case 'crashes':
      return features.crashes(query, asked);
    case 'performance':
      return features.performance(query, asked);
    case 'experiment':
      return features.experiment(query, asked);
  }
}
