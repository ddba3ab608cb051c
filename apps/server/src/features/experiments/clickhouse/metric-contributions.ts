import { DAY_MS, HOUR_MS, isBuiltInMetric, parseFieldPath } from '@lamppost/protocol';
import { millis } from '../../../analytics/clickhouse/relations/conditions.ts';
import { jsonNumberOf } from '../../../analytics/clickhouse/relations/json-value.ts';
import { visible } from '../../../analytics/clickhouse/visible.ts';
import { quoted, texts, uuid } from '../../../engines/clickhouse/clickhouse-sql.ts';
import type { MetricQuery } from '../queries/experiment-statistics.ts';
import type { EventSql } from '../queries/metric-sources.ts';
import type { MetricWork } from './metric-work.ts';
import { joinUnit, UNIT_KEYS } from './unit-keys.ts';

/** Squares and sums of so many of them still fit into a double. */
const MAX_VALUE = 1e100;

/** A property as a number; NULL for what is no JSON number. */
export function propertyNumber(column: string, field: string): string {
  const readings = parseFieldPath(`event_properties.${field}`)?.readings ?? ([[field]] as const);
  return usable(jsonNumberOf(column, readings));
}

/** NULL for what is too large to be squared and summed up. */
export const usable = (number: string): string =>
  `arrayMap(number -> if(abs(number) <= ${MAX_VALUE}, number, NULL), [${number}])[1]`;

const hasName = (name: string): string => `ev.name = ${quoted(name)}`;

/** Of an event `ev`. */
export const eventSql: EventSql = {
  source: (names) => `CASE ${names.map((name, place) => `WHEN ${hasName(name)} THEN ${place}`).join(' ')} END`,
  hasName,
  numberIn: (field) => propertyNumber('ev.properties', field),
};

/** The time for which an event counts, as a condition on `since`, the milliseconds since the exposure. */
export function isCounted({ conversionWindowHours }: Pick<MetricQuery, 'conversionWindowHours'>): string {
  const window = conversionWindowHours === null ? '' : ` AND since < ${conversionWindowHours * HOUR_MS}`;
  return `since >= 0${window}`;
}

/**
 * `SELECT id, variant, segment, since, ms, <columns>` of the events of these names that exposed units sent, from the days
 * of the covariate on.
 */
export function eventContributions(
  { params, exposed }: MetricWork,
  names: readonly string[],
  columns: Readonly<Record<string, string>>,
  covariateDays: number,
): string {
  const { scope, unit, fromMs, toMs } = params;
  const own = Object.keys(columns).map((name) => `, sent.${name} AS ${name}`);
  const sent = Object.entries(columns).map(([name, sql]) => `, ${sql} AS ${name}`);
  return `SELECT u.unit AS id, u.variant AS variant, u.segment AS segment, sent.ms - u.ts AS since, sent.ms AS ms ${own.join('')}
    FROM (SELECT ${UNIT_KEYS[unit]} AS unit, ev.ts_ms AS ms ${sent.join('')}
      FROM ${visible('events')} AS ev ${joinUnit(unit, scope)}
      WHERE ev.p = ${uuid(scope.projectId)} AND ev.e = ${uuid(scope.environmentId)} AND ev.name IN ${texts(names)}
        AND ev.ts_ms >= ${millis(fromMs - covariateDays * DAY_MS)} AND ev.ts_ms < ${millis(toMs)}) AS sent
    JOIN ${exposed} AS u ON u.unit = sent.unit`;
}

export const isSessionMetric = ({ eventName }: MetricQuery): boolean =>
  isBuiltInMetric(eventName) && eventName !== '$startup';
