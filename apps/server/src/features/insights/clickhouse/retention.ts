import type { ClickhouseReader } from '../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import { bucketIndexSql } from '../../../analytics/clickhouse/relations/bucket-index.ts';
import { PERSON_KEY } from '../../../analytics/clickhouse/relations/persons.ts';
import { unionOf } from '../queries/event-selection.ts';
import { type InsightResult, momentOf } from '../queries/insight-params.ts';
import { COHORT_SIZE, type RetentionParams, retentionOf, retentionPeriods } from '../queries/retention.ts';
import { isNamed } from './events-source.ts';
import { insightEvents } from './insight-events.ts';

export async function retention(reader: ClickhouseReader, params: RetentionParams): Promise<InsightResult> {
  const moment = momentOf(params, Date.now());
  const periods = retentionPeriods(params, moment);
  const { cohortEvents, returnEvents } = params;
  const [isCohort, isReturn] = [isNamed('name', cohortEvents), isNamed('name', returnEvents)];
  const from = insightEvents(params, moment, { events: unionOf([cohortEvents, returnEvents]), needsPerson: true });
  const rows = await reader.rows(`
    SELECT first, later, count() FROM (
      SELECT minIf(period, ${isCohort}) AS first,
        arrayJoin(arrayPushFront(
          arrayMap(came -> came - first,
            arrayFilter(came -> came > first, groupUniqArrayIf(period, ${isReturn}))),
          ${COHORT_SIZE})) AS later
      FROM (SELECT ${PERSON_KEY} AS person, ${bucketIndexSql(periods, 'ev.ts_ms')} AS period, ev.name AS name ${from})
      WHERE person IS NOT NULL GROUP BY person HAVING countIf(${isCohort}) > 0)
    GROUP BY first, later`);
  const counted = rows.map(([period, later, persons]) => ({
    period: Number(period),
    later: Number(later),
    persons: Number(persons),
  }));
  return retentionOf(params, moment, periods, counted);
}
