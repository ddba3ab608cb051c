import { bucketIndexSql } from '../../../../analytics/duckdb/relations/bucket-index.ts';
import { timeLiteral } from '../../../../analytics/duckdb/sql-text.ts';
import type { InsightField } from '../../queries/insight-field.ts';
import { joinsOnly } from '../../queries/person-join.ts';
import { LONG_AGO_MS } from '../../queries/timeseries.ts';
import type { TrendRows } from '../../queries/trends/trend-measure.ts';
import { countedUnit } from '../counted-unit.ts';
import { eventsSource } from '../events-source.ts';
import { insightEvents } from '../insight-events.ts';

/** SELECT of what is counted: `bucket`, `v0`, `v1`… of the breakdown, and `x` where something is aggregated. */
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

function eventRows({ params, moment, buckets, measure, fields }: TrendRows): string {
  const { column, isPerson } = measure;
  const uses = [...fields, joinsOnly(measure)];
  const from = insightEvents(params, moment, { events: params.events, person: isPerson ? 'key' : 'none', uses });
  return `SELECT ${bucketIndexSql(buckets, 'epoch_ms(ev.ts)')} AS bucket ${valuesOf(fields)}
    ${column === undefined ? '' : `, ${column} AS x`} ${from}`;
}

/** The first event ever of each that is counted, where it lies in the range. */
function firstEventRows({ params, moment, buckets, fields }: TrendRows): string {
  const unit = countedUnit(params);
  const window = { fromMs: LONG_AGO_MS, toMs: moment.toMs };
  const from = insightEvents(params, window, {
    events: params.events,
    person: unit.person,
    uses: [...fields, ...unit.uses],
  });
  return `SELECT ${bucketIndexSql(buckets, 'epoch_ms(began.since)')} AS bucket ${namesOf(fields, 'began.')}
    FROM (${firstOf('person', `SELECT ${unit.key} AS person, ev.ts AS since ${valuesOf(fields)} ${from}`, fields)})
    WHERE began.since >= ${timeLiteral(moment.fromMs)}`;
}

/** `began` for each one of a column: when it began, with the values that it began with. Of several at once, the smallest. */
const firstOf = (column: string, events: string, fields: readonly InsightField[]): string => `
  SELECT ${column}, min(struct_pack(since := since ${fields.map((_, index) => `, v${index} := v${index}`).join('')})) AS began
  FROM (${events}) WHERE ${column} IS NOT NULL GROUP BY ${column}`;

/** How long sessions with such an event are, each where it begins. */
function sessionRows({ params, moment, buckets, fields }: TrendRows): string {
  const matching = insightEvents(params, moment, { events: params.events, person: 'none', uses: fields });
  const all = eventsSource(params.scope, [], moment, { person: 'none' });
  return `SELECT ${bucketIndexSql(buckets, 'epoch_ms(visit.began_at)')} AS bucket ${namesOf(fields, 'seen.began.')},
      (epoch_ms(visit.ended_at) - epoch_ms(visit.began_at)) / 1000.0 AS x
    FROM (${firstOf('session', `SELECT ev.session_id AS session, ev.ts AS since ${valuesOf(fields)} ${matching}`, fields)}) AS seen
    JOIN (SELECT ev.session_id AS session, min(ev.ts) AS began_at, max(ev.ts) AS ended_at ${all}
      AND ev.session_id IS NOT NULL GROUP BY ev.session_id) AS visit USING (session)`;
}
