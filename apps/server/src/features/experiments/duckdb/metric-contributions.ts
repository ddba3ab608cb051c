import { DAY_MS, HOUR_MS, isBuiltInMetric, parseFieldPath } from '@lamppost/protocol';
import { jsonMember } from '../../../analytics/duckdb/relations/json-member.ts';
import { quoted, timeLiteral } from '../../../analytics/duckdb/sql-text.ts';
import type { MetricQuery, UnitStatisticsParams } from '../queries/experiment-statistics.ts';
import type { EventSql } from '../queries/metric-sources.ts';
import { eventsOfSenders, SENDER_KEYS } from './unit-keys.ts';

/** Squares and sums of so many of them still fit into a double. */
export const MAX_VALUE = 1e100;

/** A property as a number; NULL for what is no JSON number. */
export function propertyNumber(column: string, field: string): string {
  const readings = parseFieldPath(`event_properties.${field}`)?.readings ?? ([[field]] as const);
  return `TRY_CAST(${jsonMember(column, readings).json} AS DOUBLE)`;
}

/** NULL for what is too large to be squared and summed up. Names the number twice: it should be a column by now. */
export const usable = (number: string): string => `CASE WHEN abs(${number}) <= ${MAX_VALUE} THEN ${number} END`;

/** Of an event `ev` of eventContributions. */
export const eventSql: EventSql = {
  source: () => 'ev.source',
  hasName: (_, place) => `ev.source = ${place}`,
  numberIn: (field) => propertyNumber('ev.properties', field),
};

/** The time for which an event counts, as a condition on `since`, the milliseconds since the exposure. */
export function isCounted({ conversionWindowHours }: Pick<MetricQuery, 'conversionWindowHours'>): string {
  const window = conversionWindowHours === null ? '' : ` AND since < ${conversionWindowHours * HOUR_MS}`;
  return `since >= 0${window}`;
}

/**
 * Not `IN`: of that DuckDB expects so few events that it would hash all of them rather than the units, which takes twice
 * the time and more memory than a query has. And a function is asked once for each name of a row group, not for each row.
 */
const isNamed = (names: string): string => `list_contains(${names}, ev.name)`;

/**
 * Columns of contributions: what is asked of each event beside whose it is and when. `ev.source` is the place of its name
 * among those that are asked for.
 */
export type ContributionColumns = Readonly<Record<string, string>>;

/** The same, of which those that `numbers` names are numbers of which only usable ones count. */
const withUsable = (rows: string, numbers: readonly string[]): string =>
  numbers.length === 0
    ? rows
    : `SELECT * REPLACE (${numbers.map((name) => `${usable(name)} AS ${name}`).join(', ')}) FROM (${rows})`;

/**
 * `SELECT id, variant, segment, since, ms, <columns>` of the events of these names that units of `exposed` sent, from
 * the days of the covariate on.
 */
export function eventContributions(
  params: UnitStatisticsParams,
  names: readonly string[],
  columns: ContributionColumns,
  covariateDays: number,
  numbers: readonly string[] = [],
): string {
  const { scope, unit, fromMs, toMs } = params;
  const own = Object.entries(columns).map(([name, sql]) => `, ${sql} AS ${name}`);
  const list = `[${names.map(quoted).join(', ')}]`;
  const rows = `SELECT u.id, u.variant, u.segment, epoch_ms(ev.ts) - u.ts AS since, epoch_ms(ev.ts) AS ms ${own.join('')}
    FROM (SELECT ev.*, (list_position(${list}, ev.name) - 1)::UTINYINT AS source, ${SENDER_KEYS[unit]} AS sender
      FROM ${eventsOfSenders(unit)} AS ev
      WHERE ev.p = ${quoted(scope.projectId)}::UUID AND ev.e = ${quoted(scope.environmentId)}::UUID AND ${isNamed(list)}
        AND ev.ts >= ${timeLiteral(fromMs - covariateDays * DAY_MS)} AND ev.ts < ${timeLiteral(toMs)}) AS ev
    JOIN senders AS u ON u.sender = ev.sender`;
  return withUsable(rows, numbers);
}

export const isSessionMetric = ({ eventName }: MetricQuery): boolean =>
  isBuiltInMetric(eventName) && eventName !== '$startup';
