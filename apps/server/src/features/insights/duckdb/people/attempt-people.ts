import { PERSON_KEY } from '../../../../analytics/duckdb/relations/persons.ts';
import type { FunnelParams } from '../../queries/funnels/funnel-definition.ts';
import { beginningBits, eventsOf, needsAllEvents, partsOf } from '../../queries/funnels/funnel-parts.ts';
import { MAX_VALUES, momentOf } from '../../queries/insight-params.ts';
import { attemptCondition, countedBits } from '../../queries/people/attempt-condition.ts';
import type { BehindOf, FunnelPoint } from '../../queries/people/people-behind.ts';
import type { PeopleContext } from '../../queries/people/people-context.ts';
import { eventsSource, isNamed } from '../events-source.ts';
import { requiredField } from '../insight-fields.ts';
import { hasValue } from './has-value.ts';

/** More than a funnel can have. */
const MAX_STEPS = 16;

/**
 * Who came to a step of a funnel with options. Does what bestAttempt does: `times` are those of the attempt that counts,
 * of each value that is held constant and then of the best of them.
 */
export function attemptPeople({ params, point }: BehindOf<'funnel'>, context: PeopleContext): string {
  const { value } = point;
  const moment = momentOf(params, context.nowMs);
  const isOfValue =
    value === undefined
      ? 'true'
      : hasValue(
          'v',
          value,
          () => `SELECT v FROM came WHERE v IS NOT NULL GROUP BY v
          ORDER BY count(*) DESC, v LIMIT ${MAX_VALUES}`,
        );
  const isAsked = attemptCondition(params, point, moment, {
    length: 'len(times)',
    first: 'times[1]',
    took: '(times[-1] - times[1])',
    longest: `(SELECT max(times[-1] - times[1]) FROM came WHERE len(times) = ${params.steps.length})`,
  });
  return `WITH did AS MATERIALIZED (${didSql(params, context)}),
    spot AS MATERIALIZED (
      SELECT person, hold, at_ms, bit_or(done) AS done FROM did
      WHERE person IN (SELECT person FROM did GROUP BY person HAVING ${mayBeAsked(params, point)})
      GROUP BY person, hold, at_ms),
    attempt AS (
      SELECT person, hold, arg_min(chain, (${MAX_STEPS} - len(chain)) * ${2 ** 50} + (at_ms - ${moment.fromMs})) AS times
      FROM (${params.order === 'any' ? chainsInAnyOrder(params) : chainsInOrder(params)})
      WHERE len(chain) > 0 GROUP BY person, hold),
    valid AS (${validSql(params)}),
    came AS MATERIALIZED (${cameSql(params)})
    SELECT person, min(at_ms) AS first_ms, max(at_ms) AS last_ms, count(*) AS events
    FROM did JOIN (SELECT person FROM came WHERE ${isAsked} AND ${isOfValue}) USING (person)
    WHERE done & ${countedBits(params, point)} <> 0 GROUP BY person`;
}

/** Whoever did not do as many steps as are needed is not followed; but all who began give values their order. */
function mayBeAsked({ steps, order }: FunnelParams, { step, outcome, value }: FunnelPoint): string {
  const needed = value?.of === 'rest' ? 1 : outcome === 'reached' ? step + 1 : step;
  if (order === 'any') return `bit_count(bit_or(done) & ${2 ** steps.length - 1}) >= ${needed}`;
  return `bit_or(done) & ${2 ** needed - 1} = ${2 ** needed - 1}`;
}

/** Each moment with `chain`: the times of the longest chain of steps that ends with it, which is also the latest. */
function chainsInOrder({ steps, order, windowMs }: FunnelParams): string {
  const last =
    order === 'strict' ? (chain: string) => `lag(${chain})` : (chain: string) => `last_value(${chain} IGNORE NULLS)`;
  const frame = order === 'strict' ? '' : 'ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING';
  let sql = 'SELECT *, CASE WHEN done & 1 = 1 THEN [at_ms] END AS c0 FROM spot';
  for (let step = 1; step < steps.length; step++) {
    sql = `SELECT *, CASE WHEN done & ${2 ** step} <> 0 AND at_ms - m${step}[1] <= ${windowMs}
        THEN list_append(m${step}, at_ms) END AS c${step} FROM (
      SELECT *, ${last(`c${step - 1}`)} OVER (PARTITION BY person, hold ORDER BY at_ms ${frame}) AS m${step} FROM (${sql}))`;
  }
  const chains = steps.map((_, step) => `c${step}`).reverse();
  return `SELECT person, hold, at_ms, coalesce(${chains.join(', ')}) AS chain FROM (${sql})`;
}

/** Each moment with `chain`: when the steps that were done within the window before it were done last. */
function chainsInAnyOrder({ steps, windowMs }: FunnelParams): string {
  const latest = steps.map(
    (_, step) => `max(at_ms) FILTER (done & ${2 ** step} <> 0) OVER (PARTITION BY person, hold ORDER BY at_ms
      ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)`,
  );
  return `SELECT person, hold, at_ms, list_sort(list_filter(latest, lambda x: x >= at_ms - ${windowMs})) AS chain
    FROM (SELECT *, [${latest.join(', ')}] AS latest FROM spot)`;
}

/** Attempts as far as they count: up to the step after which something excluded was done. */
function validSql({ steps, exclusions = [], windowMs }: FunnelParams): string {
  if (exclusions.length === 0) return 'SELECT * FROM attempt';
  const lengths = exclusions.map(({ fromStep, toStep }, index) => {
    const end = `coalesce(times[${toStep + 1}], times[1] + ${windowMs + 1})`;
    const isBetween = `at_ms > times[${fromStep + 1}] AND at_ms < ${end}`;
    return `CASE WHEN done & ${2 ** (steps.length + index)} <> 0 AND ${isBetween} THEN ${fromStep + 1} END`;
  });
  const excluded = 2 ** (steps.length + exclusions.length) - 2 ** steps.length;
  return `SELECT person, hold, times[1:least(len(times), length)] AS times FROM (
    SELECT person, hold, any_value(times) AS times, min(least(${lengths.join(', ')})) AS length
    FROM attempt LEFT JOIN (SELECT * FROM spot WHERE done & ${excluded} <> 0) USING (person, hold)
    GROUP BY person, hold)`;
}

/** The best attempt of each person, and the breakdown's value `v` of theirs. */
function cameSql(params: FunnelParams): string {
  const { breakdownField, attribution, order, holdField } = params;
  // Further, or as far and earlier; then with later steps.
  const rank = `'steps': -len(times), 'at': times[-1], 'before': list_transform(list_reverse(times), lambda x: -x)`;
  const smallest = `'missing': v IS NULL, 'v': coalesce(v, '')`;
  const shownOf = (key: string): string => `CASE WHEN NOT ${key}.missing THEN ${key}.v END AS v`;
  if (breakdownField !== undefined && attribution === 'last') {
    const isEnd = order === 'any' ? `done & ${beginningBits(params)} <> 0` : 'done & (1 << (len(times) - 1)) <> 0';
    return `SELECT person, best.times AS times, ${shownOf('best')} FROM (
      SELECT person, min({${rank}, ${smallest}, 'times': times}) AS best
      FROM valid JOIN did USING (person, hold) WHERE at_ms = times[-1] AND ${isEnd} GROUP BY person)`;
  }
  const best =
    holdField === undefined
      ? 'SELECT person, times FROM valid'
      : `SELECT person, min({${rank}, 'times': times}).times AS times FROM valid GROUP BY person`;
  if (breakdownField === undefined) return best;
  return `SELECT person, times, ${shownOf('entry')} FROM (${best}) JOIN (
    SELECT person, min({'at': at_ms, ${smallest}}) AS entry FROM did
    WHERE done & ${beginningBits(params)} <> 0 GROUP BY person) USING (person)`;
}

/** Events with the bits of what was `done`: steps, then exclusions. `hold` is 0 when nothing is held constant. */
function didSql(params: FunnelParams, { writeFilters, nowMs }: PeopleContext): string {
  const parts = partsOf(params).map(({ events, filters, at }) => ({ events, conditions: writeFilters(filters, at) }));
  const bits = parts.map(({ events, conditions }, index) => {
    const isDone = [isNamed('ev.name', events), ...conditions.map(({ sql }) => `(${sql})`)].join(' AND ');
    return `CASE WHEN ${isDone} THEN ${2 ** index} ELSE 0 END`;
  });
  const hold = params.holdField === undefined ? undefined : requiredField(params.holdField, 'query.holdConstant');
  const value =
    params.breakdownField === undefined ? undefined : requiredField(params.breakdownField, 'query.breakdownProperty');
  const from = eventsSource(params.scope, writeFilters(params.filters, 'query.filters'), momentOf(params, nowMs), {
    events: eventsOf(params),
    person: 'key',
    uses: [...[hold, value].filter((field) => field !== undefined), ...parts.flatMap(({ conditions }) => conditions)],
  });
  return `SELECT * FROM (SELECT ${PERSON_KEY} AS person, epoch_ms(ev.ts) AS at_ms, (${bits.join(' + ')})::BIGINT AS done,
      ${hold === undefined ? "''" : hold.text} AS hold, ${value?.text ?? 'NULL::VARCHAR'} AS v ${from})
    WHERE person IS NOT NULL AND hold IS NOT NULL ${needsAllEvents(params) ? '' : 'AND done > 0'}`;
}
