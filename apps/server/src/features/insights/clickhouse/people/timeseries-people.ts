import { QueryRejected } from '../../../../analytics/analytics-store.ts';
import { PERSON_KEY } from '../../../../analytics/clickhouse/relations/persons.ts';
import { MAX_VALUES, type Moment, momentOf } from '../../queries/insight-params.ts';
import { bucketWindow } from '../../queries/people/bucket-window.ts';
import type { BehindOf } from '../../queries/people/people-behind.ts';
import type { PeopleContext } from '../../queries/people/people-context.ts';
import { joinsOnly, type PersonNeeds } from '../../queries/person-join.ts';
import { type Aggregation, timeseriesBuckets } from '../../queries/timeseries.ts';
import { eventsSource } from '../events-source.ts';
import { requiredField } from '../insight-fields.ts';
import { trendMeasure } from '../trends/trend-measure.ts';
import { hasValue } from './has-value.ts';

/** Who did what is counted in a bucket, or in all. */
export function timeseriesPeople(
  { params, point }: BehindOf<'timeseries'>,
  { writeFilters, nowMs }: PeopleContext,
): string {
  const moment = momentOf(params, nowMs);
  const window = bucketWindow(timeseriesBuckets(params, moment), moment, point.bucketMs, 'at.bucketIso');
  const conditions = writeFilters(params.filters, 'query.filters');
  const counted = countedOf(params.aggregation);
  const field =
    params.breakdownField === undefined ? undefined : requiredField(params.breakdownField, 'query.breakdownProperty');
  const uses = [...(field === undefined ? [] : [field]), counted.needs];
  const columns = [`${counted.column} AS x`, ...(field === undefined ? [] : [`${field.text} AS v`])].join(', ');
  const from = (during: Pick<Moment, 'fromMs' | 'toMs'>, needsPerson: boolean): string =>
    eventsSource(params.scope, conditions, during, { events: params.events, needsPerson, uses });
  const shown = (): string => `SELECT v FROM (SELECT ${columns} ${from(moment, counted.isPerson)})
    WHERE v IS NOT NULL GROUP BY v ORDER BY ${counted.rank} DESC, v LIMIT ${MAX_VALUES}`;
  const isAsked = point.value === undefined ? 'true' : hasValue('v', point.value, shown);
  return `SELECT assumeNotNull(who) AS person, min(at_ms) AS first_ms, max(at_ms) AS last_ms, count() AS events
    FROM (SELECT ${PERSON_KEY} AS who, ev.ts_ms AS at_ms, ${columns} ${from(window, true)})
    WHERE who IS NOT NULL AND x IS NOT NULL AND ${isAsked} GROUP BY who`;
}

/** Which events an aggregation is about. */
interface Counted {
  /** NULL where an event does not count. */
  readonly column: string;
  readonly isPerson: boolean;
  readonly needs: PersonNeeds;
  /** What puts values of a breakdown in their order, over the column as `x`. */
  readonly rank: string;
}

function countedOf(aggregation: Aggregation): Counted {
  const { row, column = '1', isPerson, joins, rank } = trendMeasure(aggregation);
  if (row !== 'event') {
    throw new QueryRejected(
      'query.aggregation',
      'does not go with people: those behind such a number cannot be listed',
    );
  }
  return { column, isPerson, needs: joinsOnly({ joins }), rank };
}
