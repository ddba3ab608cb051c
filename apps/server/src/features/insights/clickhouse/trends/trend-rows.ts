import { bucketIndexSql } from '../../../../analytics/clickhouse/relations/bucket-index.ts';
import { millis } from '../../../../analytics/clickhouse/relations/conditions.ts';
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

function eventRows({ params, moment, buckets, measure, fields }: TrendRows): string {
  const { column, isPerson } = measure;
  const uses = [...fields, joinsOnly(measure)];
  const from = insightEvents(params, moment, { events: params.events, needsPerson: isPerson, uses });
  return `SELECT ${bucketIndexSql(buckets, 'ev.ts_ms')} AS bucket ${valuesOf(fields)}
    ${column === undefined ? '' : `, ${column} AS x`} ${from}`;
}

/** The first event ever of each that is counted, where it lies in the range. */
function firstEventRows({ params, moment, buckets, fields }: TrendRows): string {
  const unit = countedUnit(params);
  const window = { fromMs: LONG_AGO_MS, toMs: moment.toMs };
  const from = insightEvents(params, window, {
    events: params.events,
    needsPerson: unit.needsPerson,
    uses: [...fields, ...unit.uses],
  });
  const events = `SELECT ${unit.key} AS one, ev.ts_ms AS at ${valuesOf(fields)} ${from}`;
  return `SELECT ${bucketIndexSql(buckets, 'began.1')} AS bucket ${beganWith(fields)}
    FROM (${firstOf(events, fields)}) WHERE began.1 >= ${millis(moment.fromMs)}`;
}

/** `began` of each `one`: when it began, and the values that it began with. Of several at once, the smallest. */
const firstOf = (events: string, fields: readonly InsightField[]): string => `
  SELECT one, min(tuple(at ${fields.map((_, index) => `, isNull(v${index}), ifNull(v${index}, '')`).join('')})) AS began
  FROM (${events}) WHERE one IS NOT NULL GROUP BY one`;

const beganWith = (fields: readonly InsightField[]): string =>
  fields.map((_, index) => `, if(began.${2 + 2 * index} = 1, NULL, began.${3 + 2 * index}) AS v${index}`).join('');

/** How long sessions with such an event are, each where it begins. */
function sessionRows({ params, moment, buckets, fields }: TrendRows): string {
  const matching = insightEvents(params, moment, { events: params.events, needsPerson: false, uses: fields });
  const all = eventsSource(params.scope, [], moment, { needsPerson: false });
  const events = `SELECT ev.session_id AS one, ev.ts_ms AS at ${valuesOf(fields)} ${matching}`;
  return `SELECT ${bucketIndexSql(buckets, 'began_ms')} AS bucket ${beganWith(fields)}, (ended_ms - began_ms) / 1000 AS x
    FROM (${firstOf(events, fields)}) AS seen
    INNER JOIN (SELECT ev.session_id AS visited, min(ev.ts_ms) AS began_ms, max(ev.ts_ms) AS ended_ms ${all}
      WHERE ev.session_id IS NOT NULL GROUP BY ev.session_id) AS visit ON visit.visited = seen.one`;
}
