import { PERSON_KEY } from '../../../../analytics/clickhouse/relations/persons.ts';
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
  const came = `SELECT person, first_ms, last_ms, events, is_asked,
      if(tupleElement(earliest, 1), NULL, tupleElement(earliest, 2)) AS v FROM (
    SELECT person, min(at_ms) AS first_ms, max(at_ms) AS last_ms, sum(done) AS events,
      argMinIf(value, at_ms, s0 IS NOT NULL) AS earliest, ${isAsked} AS is_asked
    FROM (${followed(didSql(params, step, context), step, params.windowMs)})
    GROUP BY person HAVING ${hasCome(0)})`;
  const isOfValue =
    value === undefined
      ? 'true'
      : hasValue(
          'v',
          value,
          () => `SELECT v FROM (${came}) WHERE v IS NOT NULL GROUP BY v
        ORDER BY count() DESC, v LIMIT ${MAX_VALUES}`,
        );
  return `SELECT person, first_ms, last_ms, events FROM (${came}) WHERE is_asked AND ${isOfValue}`;
}

/**
 * The moments of each person with `s<step>`: where a step is done, the latest start of a chain that ends with it, no
 * longer than the window. See FunnelTally, which does the same.
 */
function followed(did: string, step: number, windowMs: number): string {
  let sql = `SELECT *, if(bitAnd(steps, 1) = 1, toNullable(at_ms), NULL) AS s0 FROM (${did})`;
  for (let at = 1; at <= step; at++) {
    sql = `SELECT *, if(bitAnd(steps, ${2 ** at}) > 0 AND at_ms - m${at} <= ${windowMs}, m${at}, NULL) AS s${at} FROM (
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
    (conditions, step) => `if(${conditions.map(({ sql }) => `ifNull(${sql}, false)`).join(' AND ')}, ${2 ** step}, 0)`,
  );
  const field =
    params.breakdownField === undefined ? undefined : requiredField(params.breakdownField, 'query.breakdownProperty');
  const from = eventsSource(params.scope, writeFilters(params.filters, 'query.filters'), moment, {
    events: unionOf(params.steps.slice(0, last + 1).map(({ events }) => events)),
    needsPerson: true,
    uses: [...(field === undefined ? [] : [field]), ...steps.flat()],
  });
  return `SELECT assumeNotNull(who) AS person, at_ms, groupBitOr(bits) AS steps, count() AS done,
      minIf((v IS NULL, ifNull(v, '')), bitAnd(bits, 1) = 1) AS value
    FROM (SELECT ${PERSON_KEY} AS who, ev.ts_ms AS at_ms, toUInt64(${bits.join(' + ')}) AS bits,
      ${field?.text ?? "CAST(NULL, 'Nullable(String)')"} AS v ${from})
    WHERE who IS NOT NULL AND bits > 0 GROUP BY who, at_ms`;
}
