import { bucketIndexSql } from '../../../../analytics/clickhouse/relations/bucket-index.ts';
import { PERSON_KEY } from '../../../../analytics/clickhouse/relations/persons.ts';
import { unionOf } from '../../queries/event-selection.ts';
import { momentOf } from '../../queries/insight-params.ts';
import type { BehindOf } from '../../queries/people/people-behind.ts';
import type { PeopleContext } from '../../queries/people/people-context.ts';
import { retentionCell } from '../../queries/people/retention-cell.ts';
import { retentionPeriods } from '../../queries/retention.ts';
import { eventsSource, isNamed } from '../events-source.ts';

/** Who began in a period, and came back so many later or did not. */
export function retentionPeople(
  { params, point }: BehindOf<'retention'>,
  { writeFilters, nowMs }: PeopleContext,
): string {
  const moment = momentOf(params, nowMs);
  const periods = retentionPeriods(params, moment);
  const { period, later } = retentionCell(periods, point);
  const { cohortEvents, returnEvents } = params;
  const [isCohort, isReturn] = [isNamed('name', cohortEvents), isNamed('name', returnEvents)];
  const from = eventsSource(params.scope, writeFilters(params.filters, 'query.filters'), moment, {
    events: unionOf([cohortEvents, returnEvents]),
    needsPerson: true,
  });
  // Whoever began is there at once.
  const came = later === period ? 'true' : `countIf(period = ${later} AND ${isReturn}) > 0`;
  return `SELECT assumeNotNull(who) AS person, min(at_ms) AS first_ms, max(at_ms) AS last_ms, count() AS events
    FROM (SELECT ${PERSON_KEY} AS who, ev.ts_ms AS at_ms, ev.name AS name,
      ${bucketIndexSql(periods, 'ev.ts_ms')} AS period ${from})
    WHERE who IS NOT NULL GROUP BY who
    HAVING countIf(${isCohort}) > 0 AND minIf(period, ${isCohort}) = ${period}
      AND ${point.hasReturned ? came : `NOT (${came})`}`;
}
