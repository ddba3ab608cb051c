import type { Wire } from '../schemas/index.ts';
import { type FilledDistribution, fillDistribution } from './fill-distribution.ts';
import { type FilledFeatureQuery, fillFeature } from './fill-feature.ts';
import { type CompleteFunnel, completeFunnel, type FilledFunnel, fillFunnel } from './fill-funnel.ts';
import { type FilledLifecycle, fillLifecycle } from './fill-lifecycle.ts';
import { type FilledPaths, fillPaths } from './fill-paths.ts';
import { type FilledRetention, fillRetention } from './fill-retention.ts';
import { type FilledStickiness, fillStickiness } from './fill-stickiness.ts';
import { type FilledTimeseries, fillTimeseries } from './fill-timeseries.ts';

/** A query with everything said that it may leave out, and nothing that it cannot say. Steps are as they were sent. */
export type FilledInsightQuery =
  | FilledTimeseries
  | FilledFunnel
  | FilledRetention
  | FilledPaths
  | FilledLifecycle
  | FilledStickiness
  | FilledDistribution
  | FilledFeatureQuery
  | Wire['SqlQuery'];

/** The same with steps of one form, for those who ask it. */
export type CompleteInsightQuery = Exclude<FilledInsightQuery, { kind: 'funnel' }> | CompleteFunnel;

/** About events: what the part of insights answers itself. */
export type EventInsightQuery = Exclude<CompleteInsightQuery, { kind: 'sql' | FilledFeatureQuery['kind'] }>;

/** Fills in the defaults; members that the query's kind does not have are left out. */
export function fillInsightQuery(query: Wire['InsightQuery']): FilledInsightQuery {
  switch (query.kind) {
    case 'timeseries':
      return fillTimeseries(query);
    case 'funnel':
      return fillFunnel(query);
    case 'retention':
      return fillRetention(query);
    case 'paths':
      return fillPaths(query);
    case 'lifecycle':
      return fillLifecycle(query);
    case 'stickiness':
      return fillStickiness(query);
    case 'distribution':
      return fillDistribution(query);
    case 'crash_free':
    case 'crashes':
    case 'performance':
    case 'experiment':
      return fillFeature(query);
    case 'sql':
      return { kind: query.kind, sql: query.sql };
  }
}

export function completeInsightQuery(query: Wire['InsightQuery']): CompleteInsightQuery {
  const filled = fillInsightQuery(query);
  return filled.kind === 'funnel' ? completeFunnel(filled) : filled;
}
