import type { DuckDBConnection } from '@duckdb/node-api';
import type { TimeBuckets } from '../../../analytics/time-buckets.ts';
import type { ExperimentStatistics, UnitStatisticsParams } from '../queries/experiment-statistics.ts';

/** What was found before metrics are computed, and what is asked of all of them. */
export interface MetricWork {
  readonly connection: DuckDBConnection;
  readonly params: UnitStatisticsParams;
  readonly exposures: ExperimentStatistics['exposures'];
  /** Undefined: no series is asked for. */
  readonly buckets: TimeBuckets | undefined;
  /** Smaller in tests, so that few units are grouped in several parts (see unit-totals.ts). */
  readonly totalsPerPart?: number | undefined;
}
