import { PERSON_KEY } from '../../../../analytics/clickhouse/relations/persons.ts';
import { momentOf } from '../../queries/insight-params.ts';
import { numericField } from '../../queries/kinds/distribution.ts';
import type { BehindOf } from '../../queries/people/people-behind.ts';
import type { PeopleContext } from '../../queries/people/people-context.ts';
import { eventsSource } from '../events-source.ts';
import { requiredField } from '../insight-fields.ts';

/** Who has numbers in a bar of a distribution. The last bar includes its end. */
export function distributionPeople(
  { params, point: { bar } }: BehindOf<'distribution'>,
  { writeFilters, nowMs }: PeopleContext,
): string {
  const field = numericField(requiredField(params.field, 'query.field'));
  const conditions = writeFilters(params.filters, 'query.filters');
  const { scope, events } = params;
  const from = eventsSource(scope, conditions, momentOf(params, nowMs), { events, needsPerson: true, uses: [field] });
  const numbers = `SELECT * FROM (
    SELECT ${PERSON_KEY} AS who, ev.ts_ms AS at_ms, ${field.number} AS x ${from}) WHERE x IS NOT NULL`;
  const isIn =
    bar === undefined
      ? 'true'
      : `x >= ${bar.from.toExponential()} AND
        (x < ${bar.to.toExponential()} OR (x = ${bar.to.toExponential()} AND x = (SELECT max(x) FROM (${numbers}))))`;
  return `SELECT assumeNotNull(who) AS person, min(at_ms) AS first_ms, max(at_ms) AS last_ms, count() AS events
    FROM (${numbers}) WHERE who IS NOT NULL AND ${isIn} GROUP BY who`;
}
