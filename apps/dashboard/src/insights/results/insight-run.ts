import type { QueryRun } from '../../api/use-insight-run.ts';
import type { AnyInsight } from '../features/any-insight.ts';
import type { Insight } from '../insight.ts';

export type InsightResult = QueryRun['result'];

export interface InsightRun<I extends AnyInsight = Insight> extends QueryRun {
  readonly insight: I;
}
