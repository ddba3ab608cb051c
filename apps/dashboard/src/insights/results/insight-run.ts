import type { QueryRun } from '../../api/use-insight-run.ts';
import type { Insight } from '../insight.ts';

export type InsightResult = QueryRun['result'];

export interface InsightRun extends QueryRun {
  readonly insight: Insight;
}
