import type { ClickhouseReader } from '../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import type { TimeBuckets } from '../../../analytics/time-buckets.ts';
import type { Increment } from '../cumulate-points.ts';
import type { ExperimentStatistics, UnitStatisticsParams } from '../queries/experiment-statistics.ts';

/** What was found before metrics are computed, and what is asked of all of them. */
export interface MetricWork {
  readonly reader: ClickhouseReader;
  readonly params: UnitStatisticsParams;
  /** Units, as a table expression (see ExposedUnits). */
  readonly exposed: string;
  readonly exposures: ExperimentStatistics['exposures'];
  /** `SELECT d, unit, ts`: which devices units were exposed on. */
  readonly exposedDevices: string;
  /** Units by the point in which they were exposed. */
  readonly entering: (buckets: TimeBuckets) => Promise<readonly Increment[]>;
  /** Undefined: no series is asked for. */
  readonly buckets: TimeBuckets | undefined;
}
