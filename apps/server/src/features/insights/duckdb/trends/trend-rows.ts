import { bucketIndexSql } from '../../../../analytics/duckdb/relations/bucket-index.ts';
import { PERSON_KEY } from '../../../../analytics/duckdb/relations/persons.ts';
import { timeLiteral } from '../../../../analytics/duckdb/sql-text.ts';
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
 * also `person` and `at_ms`: a session then has a row for each event that is asked for.
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

const namesOf = (fields: readonly InsightField[], of = ''): string =>
  fields.map((_, index) => `, ${of}v${index}`).join('');

/** The events that are asked for. */
function matching({ params, fields, writeFilters }: TrendRows, window: Window, choice: EventChoice): string {
  const { scope, filters, events } = params;
  const uses = [...fields, ...(choice.uses ?? [])];
  return eventsSource(scope, writeFilters(filters, 'query.filters'), window, { ...choice, events, uses });
}

const PEOPLE = `, ${PERSON_KEY} AS person, epoch_ms(ev.ts) AS at_ms`;

function eventRows(rows: TrendRows): string {
  const { moment, buckets, measure, fields, hasPeople = false } = rows;
  const { column, isPerson } = measure;
  const person = isPerson || hasPeople ? 'key' : 'none';
  return `SELECT ${bucketIndexSql(buckets, 'epoch_ms(ev.ts)')} AS bucket ${valuesOf(fields)}
    ${column === undefined ? '' : `, ${column} AS x`} ${hasPeople ? PEOPLE : ''}
    ${matching(rows, moment, { person, uses: [joinsOnly(measure)] })}`;
}

/** The first event ever of each that is counted, where it lies in the range. */
function firstEventRows(rows: TrendRows): string {
  const unit = countedUnit(rows.params);
  const { moment, buckets, fields, hasPeople = false } = rows;
  const from = matching(rows, { fromMs: LONG_AGO_MS, toMs: moment.toMs }, { person: unit.person, uses: unit.uses });
  return `SELECT ${bucketIndexSql(buckets, 'epoch_ms(began.since)')} AS bucket ${namesOf(fields, 'began.')}
    ${hasPeople ? ', person, epoch_ms(began.since) AS at_ms' : ''}
    FROM (${firstOf('person', `SELECT ${unit.key} AS person, ev.ts AS since ${valuesOf(fields)} ${from}`, fields)})
    WHERE began.since >= ${timeLiteral(moment.fromMs)}`;
}

/** `began` for each one of a column: when it began, with the values that it began with. Of several at once, the smallest. */
function firstOf(column: string, events: string, fields: readonly InsightField[]): string {
  const values = fields.map((_, index) => `, v${index} := v${index}`).join('');
  // The smallest of many structs takes twice as long to find as that of as many times.
  const began = fields.length === 0 ? 'struct_pack(since := min(since))' : `min(struct_pack(since := since ${values}))`;
  return `SELECT ${column}, ${began} AS began FROM (${events}) WHERE ${column} IS NOT NULL GROUP BY ${column}`;
}

/** How long sessions with such an event are, each where it begins. */
function sessionRows(rows: TrendRows): string {
  const { params, moment, buckets, fields, hasPeople = false } = rows;
  const asked = matching(rows, moment, { person: 'none' });
  const all = eventsSource(params.scope, [], moment, { person: 'none' });
  const doers = `JOIN (SELECT ev.session_id AS session ${PEOPLE} ${matching(rows, moment, { person: 'key' })}) USING (session)`;
  return `SELECT ${bucketIndexSql(buckets, 'epoch_ms(visit.began_at)')} AS bucket ${namesOf(fields, 'seen.began.')},
      (epoch_ms(visit.ended_at) - epoch_ms(visit.began_at)) / 1000.0 AS x ${hasPeople ? ', person, at_ms' : ''}
    FROM (${firstOf('session', `SELECT ev.session_id AS session, ev.ts AS since ${valuesOf(fields)} ${asked}`, fields)}) AS seen
    JOIN (SELECT ev.session_id AS session, min(ev.ts) AS began_at, max(ev.ts) AS ended_at ${all}
      AND ev.session_id IS NOT NULL GROUP BY ev.session_id) AS visit USING (session) ${hasPeople ? doers : ''}`;
}
