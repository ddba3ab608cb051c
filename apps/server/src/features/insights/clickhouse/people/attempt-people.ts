import { PERSON_KEY } from '../../../../analytics/clickhouse/relations/persons.ts';
import type { FunnelParams } from '../../queries/funnels/funnel-definition.ts';
import { beginningBits, eventsOf, needsAllEvents, partsOf } from '../../queries/funnels/funnel-parts.ts';
import { MAX_VALUES, momentOf } from '../../queries/insight-params.ts';
import { attemptCondition, countedBits } from '../../queries/people/attempt-condition.ts';
import type { BehindOf } from '../../queries/people/people-behind.ts';
import type { PeopleContext } from '../../queries/people/people-context.ts';
import { eventsSource, isNamed } from '../events-source.ts';
import { requiredField } from '../insight-fields.ts';
import { hasValue } from './has-value.ts';

/**
 * Who came to a step of a funnel with options. Does what bestAttempt does: `times` are those of the attempt that counts,
 * of each value that is held constant and then of the best of them.
 */
export function attemptPeople({ params, point }: BehindOf<'funnel'>, context: PeopleContext): string {
  const { value } = point;
  const came = cameSql(params, countedBits(params, point), context);
  const isOfValue =
    value === undefined
      ? 'true'
      : hasValue(
          'v',
          value,
          () => `SELECT v FROM (${came}) WHERE v IS NOT NULL GROUP BY v ORDER BY count() DESC, v LIMIT ${MAX_VALUES}`,
        );
  const isAsked = attemptCondition(params, point, momentOf(params, context.nowMs), {
    length: 'length(times)',
    first: 'times[1]',
    took: '(times[-1] - times[1])',
    longest: `(SELECT max(times[-1] - times[1]) FROM (${came}) WHERE length(times) = ${params.steps.length})`,
  });
  return `SELECT person, first_ms, last_ms, events FROM (${came}) WHERE ${isAsked} AND ${isOfValue}`;
}

/** The best attempt of each person with its `times`, the breakdown's value `v`, and what they did of what is counted. */
function cameSql(params: FunnelParams, counted: number, context: PeopleContext): string {
  const begins = `bitAnd(x.2, ${beginningBits(params)}) <> 0`;
  const ends = `bitAnd(x.2, bitShiftLeft(1, greatest(length(times), 1) - 1)) <> 0`;
  const smallest = (condition: string): string =>
    `arraySort(arrayMap(x -> (x.1, x.3, x.4), arrayFilter(x -> ${condition}, did)))`;
  // Further, or as far and earlier; then with later steps; then with the smaller value.
  const rank = '(-length(times), times[-1], arrayMap(x -> -x, arrayReverse(times)), last)';
  const value = params.attribution === 'last' ? 'argMin(last, rank)' : 'minIf(entries[1], notEmpty(entries))';
  return `SELECT person, best AS times, first_ms, last_ms, events,
      if(tupleElement(shown, 2) = 1, NULL, toNullable(tupleElement(shown, 3))) AS v FROM (
    SELECT person, argMin(times, rank) AS best, ${value} AS shown,
      min(arrayMin(own)) AS first_ms, max(arrayMax(own)) AS last_ms, sum(length(own)) AS events FROM (
      SELECT *, ${rank} AS rank FROM (
        SELECT person, times, ${smallest(`x.1 = times[-1] AND ${params.order === 'any' ? begins : ends}`)}[1] AS last,
          ${smallest(begins)} AS entries, arrayMap(x -> x.1, arrayFilter(x -> bitAnd(x.2, ${counted}) <> 0, did)) AS own
        FROM (${validSql(params, context)})))
    GROUP BY person)
    WHERE notEmpty(times)`;
}

/** Attempts as far as they count: up to the step after which something excluded was done. */
function validSql(params: FunnelParams, context: PeopleContext): string {
  const { steps, exclusions = [], windowMs, order } = params;
  const attempts = `SELECT person, did, spots, ${order === 'any' ? timesInAnyOrder(params) : timesInOrder(params)} AS whole
    FROM (${spotsSql(params, context)})`;
  const lengths = exclusions.map(({ fromStep, toStep }, index) => {
    const end = `if(length(whole) > ${toStep}, whole[${toStep + 1}], whole[1] + ${windowMs + 1})`;
    const isSpoiled = `bitAnd(x.2, ${2 ** (steps.length + index)}) <> 0 AND x.1 > whole[${fromStep + 1}] AND x.1 < ${end}`;
    return `if(length(whole) > ${fromStep + 1} AND arrayExists(x -> ${isSpoiled}, spots), ${fromStep + 1}, length(whole))`;
  });
  return `SELECT person, did, arraySlice(whole, 1, arrayMin([${['length(whole)', ...lengths].join(', ')}])) AS times FROM (${attempts})`;
}

/** Moment by moment: of each step the times of the latest chain that ends with it, and the first of the longest. */
function timesInOrder({ steps, order, windowMs }: FunnelParams): string {
  const isNext = `(k = 0 OR (notEmpty(acc.1[k]) AND x.1 - acc.1[k][1] <= ${windowMs}))`;
  const chains = `arrayMap(k -> if(bitAnd(x.2, bitShiftLeft(1, k)) <> 0 AND ${isNext},
    arrayPushBack(if(k = 0, emptyArrayInt64(), acc.1[k]), x.1),
    ${order === 'strict' ? 'emptyArrayInt64()' : 'acc.1[k + 1]'}), range(${steps.length}))`;
  const longest = `arrayFirst(c -> notEmpty(c) AND c[-1] = x.1, arrayReverse(${chains}))`;
  const type = 'Tuple(Array(Array(Int64)), Array(Int64))';
  return `tupleElement(arrayFold((acc, x) -> CAST((${chains}, if(length(${longest}) > length(acc.2), ${longest}, acc.2)), '${type}'),
    spots, CAST((arrayResize(CAST([], 'Array(Array(Int64))'), ${steps.length}), emptyArrayInt64()), '${type}')), 2)`;
}

/** Moment by moment: when each step was done last, and the first of the longest lists of those within the window. */
function timesInAnyOrder({ steps, windowMs }: FunnelParams): string {
  const latest = `arrayMap(k -> if(bitAnd(x.2, bitShiftLeft(1, k)) <> 0, x.1, acc.1[k + 1]), range(${steps.length}))`;
  const within = `arraySort(arrayFilter(t -> t >= x.1 - ${windowMs}, ${latest}))`;
  const type = 'Tuple(Array(Int64), Array(Int64))';
  return `tupleElement(arrayFold((acc, x) -> CAST((${latest}, if(length(${within}) > length(acc.2), ${within}, acc.2)), '${type}'),
    spots, CAST((arrayWithConstant(${steps.length}, ${NEVER_MS}), emptyArrayInt64()), '${type}')), 2)`;
}

/** Long before every event. */
const NEVER_MS = -(10 ** 17);

/**
 * Of each person and value that is held constant: \`spots\`, what was done moment by moment, as bits of steps, then of
 * exclusions; and \`did\`, event by event, with the breakdown's value.
 */
function spotsSql(params: FunnelParams, { writeFilters, nowMs }: PeopleContext): string {
  const parts = partsOf(params).map(({ events, filters, at }) => ({ events, conditions: writeFilters(filters, at) }));
  const bits = parts.map(({ events, conditions }, index) => {
    const isDone = [isNamed('ev.name', events), ...conditions.map(({ sql }) => `ifNull(${sql}, false)`)].join(' AND ');
    return `if(${isDone}, ${2 ** index}, 0)`;
  });
  const hold = params.holdField === undefined ? undefined : requiredField(params.holdField, 'query.holdConstant');
  const value =
    params.breakdownField === undefined ? undefined : requiredField(params.breakdownField, 'query.breakdownProperty');
  const from = eventsSource(params.scope, writeFilters(params.filters, 'query.filters'), momentOf(params, nowMs), {
    events: eventsOf(params),
    needsPerson: true,
    uses: [...[hold, value].filter((field) => field !== undefined), ...parts.flatMap(({ conditions }) => conditions)],
  });
  return `SELECT assumeNotNull(who) AS person, arraySort(groupArray((at_ms, done))) AS spots, groupArrayArray(some) AS did
    FROM (
      SELECT who, hold, at_ms, groupBitOr(bits) AS done, groupArray((at_ms, bits, isNull(v), ifNull(v, ''))) AS some
      FROM (SELECT ${PERSON_KEY} AS who, toInt64(ev.ts_ms) AS at_ms, toUInt64(${bits.join(' + ')}) AS bits,
        ${hold?.text ?? "''"} AS hold, ${value?.text ?? "CAST(NULL, 'Nullable(String)')"} AS v ${from})
      WHERE who IS NOT NULL AND hold IS NOT NULL ${needsAllEvents(params) ? '' : 'AND bits > 0'}
      GROUP BY who, hold, at_ms)
    GROUP BY who, hold`;
}
