import { bucketIndexSql } from '../../../../analytics/clickhouse/relations/bucket-index.ts';
import { millis } from '../../../../analytics/clickhouse/relations/conditions.ts';
import { PERSON_KEY } from '../../../../analytics/clickhouse/relations/persons.ts';
import type { InsightField } from '../../queries/insight-field.ts';
import type { Moment } from '../../queries/insight-params.ts';
import { joinsOnly } from '../../queries/person-join.ts';
import { LONG_AGO_MS } from '../../queries/timeseries.ts';
import type { TrendRows } from '../../queries/trends/trend-measure.ts';
import { countedUnit } from '../counted-unit.ts';
import { type EventChoice, eventsSource } from '../events-source.ts';

type Window = Pick<Moment, 'fromMs' | 'toMs'>;

/**
 * SELECT of what is counted: `bucket`, `v0`, `v1`… of the breakdown, and `x` where something is aggregated. With people,
 * also `who` and `at_ms`: a session then has a row for each event that is asked for.
 */
export function trendRows(rows: TrendRows): string {
  switch (rows.measure.row) {
    case 'event':
      return eventRows(rows);
    case 'first event':
      return firstEventRows(rows);
    case 'session':
      return sessionRows(rows);
  }
}

const valuesOf = (fields: readonly InsightField[]): string =>
  fields.map(({ text }, index) => `, ${text} AS v${index}`).join('');

/** The events that are asked for. */
function matching({ params, fields, writeFilters }: TrendRows, window: Window, choice: EventChoice): string {
  const { scope, filters, events } = params;
  const uses = [...fields, ...(choice.uses ?? [])];
  return eventsSource(scope, writeFilters(filters, 'query.filters'), window, { ...choice, events, uses });
}

const PEOPLE = `, ${PERSON_KEY} AS who, ev.ts_ms AS at_ms`;

function eventRows(rows: TrendRows): string {
  const { moment, buckets, measure, fields, hasPeople = false } = rows;
  const { column, isPerson } = measure;
  return `SELECT ${bucketIndexSql(buckets, 'ev.ts_ms')} AS bucket ${valuesOf(fields)}
    ${column === undefined ? '' : `, ${column} AS x`} ${hasPeople ? PEOPLE : ''}
    ${matching(rows, moment, { needsPerson: isPerson || hasPeople, uses: [joinsOnly(measure)] })}`;
}

/** The first event ever of each that is counted, where it lies in the range. */
function firstEventRows(rows: TrendRows): string {
  const unit = countedUnit(rows.params);
  const { moment, buckets, fields, hasPeople = false } = rows;
  const from = matching(
    rows,
    { fromMs: LONG_AGO_MS, toMs: moment.toMs },
    { needsPerson: unit.needsPerson, uses: unit.uses },
  );
  const events = `SELECT ${unit.key} AS one, ev.ts_ms AS at ${valuesOf(fields)} ${from}`;
  return `SELECT ${bucketIndexSql(buckets, 'began.1')} AS bucket ${beganWith(fields)}
    ${hasPeople ? ', one AS who, began.1 AS at_ms' : ''}
    FROM (${firstOf(events, fields)}) WHERE began.1 >= ${millis(moment.fromMs)}`;
}

/** `began` of each `one`: when it began, and the values that it began with. Of several at once, the smallest. */
const firstOf = (events: string, fields: readonly InsightField[]): string => `
  SELECT one, min(tuple(at ${fields.map((_, index) => `, isNull(v${index}), ifNull(v${index}, '')`).join('')})) AS began
  FROM (${events}) WHERE one IS NOT NULL GROUP BY one`;

const beganWith = (fields: readonly InsightField[]): string =>
  fields.map((_, index) => `, if(began.${2 + 2 * index} = 1, NULL, began.${3 + 2 * index}) AS v${index}`).join('');

/** How long sessions with such an event are, each where it begins. */
function sessionRows(rows: TrendRows): string {
  const { params, moment, buckets, fields, hasPeople = false } = rows;
  const asked = matching(rows, moment, { needsPerson: false });
  const all = eventsSource(params.scope, [], moment, { needsPerson: false });
  const events = `SELECT ev.session_id AS one, ev.ts_ms AS at ${valuesOf(fields)} ${asked}`;
  const doers = `INNER JOIN (SELECT ev.session_id AS session ${PEOPLE} ${matching(rows, moment, { needsPerson: true })}) AS doer
    ON doer.session = seen.one`;
  return `SELECT ${bucketIndexSql(buckets, 'began_ms')} AS bucket ${beganWith(fields)}, (ended_ms - began_ms) / 1000 AS x
      ${hasPeople ? ', who, at_ms' : ''}
    FROM (${firstOf(events, fields)}) AS seen
    INNER JOIN (SELECT ev.session_id AS visited, min(ev.ts_ms) AS began_ms, max(ev.ts_ms) AS ended_ms ${all}
      WHERE ev.session_id IS NOT NULL GROUP BY ev.session_id) AS visit ON visit.visited = seen.one ${hasPeople ? doers : ''}`;
}
