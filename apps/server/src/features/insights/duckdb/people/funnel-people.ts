import { PERSON_KEY } from '../../../../analytics/duckdb/relations/persons.ts';
import { unionOf } from '../../queries/event-selection.ts';
import type { FunnelParams } from '../../queries/funnel.ts';
import { isPlainFunnel } from '../../queries/funnels/funnel-definition.ts';
import { MAX_VALUES, momentOf } from '../../queries/insight-params.ts';
import type { BehindOf } from '../../queries/people/people-behind.ts';
import type { PeopleContext } from '../../queries/people/people-context.ts';
import { eventsSource, isNamed } from '../events-source.ts';
import { requiredField } from '../insight-fields.ts';
import { attemptPeople } from './attempt-people.ts';
import { hasValue } from './has-value.ts';

/** Who came to a step of a funnel, or came to the one before and no further. */
export function funnelPeople(behind: BehindOf<'funnel'>, context: PeopleContext): string {
  const { params, point } = behind;
  if (!isPlainFunnel(params)) return attemptPeople(behind, context);
  const { step, outcome, value } = point;
  const hasCome = (to: number): string => `count(s${to}) > 0`;
  const isAsked = outcome === 'reached' ? hasCome(step) : `${hasCome(step - 1)} AND NOT (${hasCome(step)})`;
  const isOfValue =
    value === undefined
      ? 'true'
      : hasValue(
          'v',
          value,
          () => `SELECT v FROM came WHERE v IS NOT NULL GROUP BY v
        ORDER BY count(*) DESC, v LIMIT ${MAX_VALUES}`,
        );
  // Whoever did not do every step that is needed need not be followed; but all who began give values their order.
  const needed = value?.of === 'rest' ? 0 : outcome === 'reached' ? step : step - 1;
  const bits = 2 ** (needed + 1) - 1;
  const candidates = `SELECT * FROM did WHERE person IN (
    SELECT person FROM did GROUP BY person HAVING bit_or(steps) & ${bits} = ${bits})`;
  return `WITH did AS MATERIALIZED (${didSql(params, step, context)}), came AS MATERIALIZED (
      SELECT * EXCLUDE (value), CASE WHEN NOT value.is_missing THEN value.v END AS v FROM (
        SELECT person, min(at_ms) AS first_ms, max(at_ms) AS last_ms, sum(events)::BIGINT AS events,
          arg_min(value, at_ms) AS value, ${isAsked} AS is_asked
        FROM (${followed(candidates, step, params.windowMs)})
        GROUP BY person HAVING ${hasCome(0)}))
    SELECT person, first_ms, last_ms, events FROM came WHERE is_asked AND ${isOfValue}`;
}

/**
 * The moments of each person with `s<step>`: where a step is done, the latest start of a chain that ends with it, no
 * longer than the window. See FunnelTally, which does the same.
 */
function followed(did: string, step: number, windowMs: number): string {
  let sql = `SELECT *, CASE WHEN steps & 1 = 1 THEN at_ms END AS s0 FROM (${did})`;
  for (let at = 1; at <= step; at++) {
    sql = `SELECT *, CASE WHEN steps & ${2 ** at} > 0 AND at_ms - m${at} <= ${windowMs} THEN m${at} END AS s${at} FROM (
      SELECT *, max(s${at - 1}) OVER (PARTITION BY person ORDER BY at_ms
        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS m${at} FROM (${sql}))`;
  }
  return sql;
}

/** What was done of the steps up to one, moment by moment, with the breakdown's value where the first was done. */
function didSql(params: FunnelParams, last: number, { writeFilters, nowMs }: PeopleContext): string {
  const moment = momentOf(params, nowMs);
  const steps = params.steps.slice(0, last + 1).map(({ events, filters }, step) => {
    const conditions = writeFilters(filters, `query.steps.${step}.filters`);
    return [{ sql: isNamed('ev.name', events), isPerson: false }, ...conditions];
  });
  const bits = steps.map(
    (conditions, step) =>
      `CASE WHEN ${conditions.map(({ sql }) => `(${sql})`).join(' AND ')} THEN ${2 ** step} ELSE 0 END`,
  );
  const field =
    params.breakdownField === undefined ? undefined : requiredField(params.breakdownField, 'query.breakdownProperty');
  const from = eventsSource(params.scope, writeFilters(params.filters, 'query.filters'), moment, {
    events: unionOf(params.steps.slice(0, last + 1).map(({ events }) => events)),
    person: 'key',
    uses: [...(field === undefined ? [] : [field]), ...steps.flat()],
  });
  return `SELECT person, at_ms, bit_or(steps) AS steps, count(*) AS events,
      min({'is_missing': v IS NULL, 'v': coalesce(v, '')}) FILTER (steps & 1 = 1) AS value
    FROM (SELECT ${PERSON_KEY} AS person, epoch_ms(ev.ts) AS at_ms, (${bits.join(' + ')})::BIGINT AS steps,
      ${field?.text ?? 'NULL::VARCHAR'} AS v ${from})
    WHERE person IS NOT NULL AND steps > 0 GROUP BY person, at_ms`;
}
