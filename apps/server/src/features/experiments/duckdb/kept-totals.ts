import type { UnitStatisticsParams } from '../queries/experiment-statistics.ts';
import { capsOf, momentsOfTotals } from './metric-totals.ts';
import { capsOfShared, momentsOfShared } from './shared-totals.ts';
import { groupOfId, inHalves } from './unit-keys.ts';

/** How the totals of units are kept, in the table `totals`, and how they are read. */
interface KeptTotals {
  /** What is kept of `SELECT id, <columns>` with a row for each unit. */
  readonly shaped: (units: string) => string;
  readonly rows: string;
  /** How many units a row stands for. */
  readonly units: string;
  readonly capsOf: typeof capsOf;
  readonly momentsOf: typeof momentsOfTotals;
}

/** A row for each unit. */
export const totalsOfUnits = (params: UnitStatisticsParams): KeptTotals => ({
  shaped: (units) => units,
  rows: inHalves(params, 'totals'),
  units: '1',
  capsOf,
  momentsOf: momentsOfTotals,
});

/** Counts are few different numbers: units of a group that have the same totals share a row. */
export const totalsOfCounts = (params: UnitStatisticsParams): KeptTotals => ({
  shaped: (units) =>
    `SELECT ${groupOfId(params)} AS id, * EXCLUDE (id), count(*) AS units FROM (${units}) GROUP BY ALL`,
  rows: 'totals',
  units: 'units',
  capsOf: capsOfShared,
  momentsOf: momentsOfShared,
});
