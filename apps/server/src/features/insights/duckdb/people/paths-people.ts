import { PERSON_KEY } from '../../../../analytics/duckdb/relations/persons.ts';
import { quoted } from '../../../../analytics/duckdb/sql-text.ts';
import { momentOf } from '../../queries/insight-params.ts';
import { CODE_BITS, MAX_NAMES, MAX_NODES, type PathsParams, VISIT_GAP_MS } from '../../queries/paths.ts';
import type { BehindOf, PathsNode } from '../../queries/people/people-behind.ts';
import type { PeopleContext } from '../../queries/people/people-context.ts';
import { wayStep } from '../../queries/people/way-step.ts';
import { isNamed } from '../events-source.ts';
import { pathEvents } from '../kinds/path-events.ts';

/** Who went through a node, or from one to the next, in one of their visits. */
export function pathsPeople({ params, point: { node, next } }: BehindOf<'paths'>, context: PeopleContext): string {
  const isAsked = next === undefined ? wentThrough(node) : `${wentThrough(node)} AND ${wentThrough(next)}`;
  return `WITH named AS MATERIALIZED (${namesSql(params, context)}), ways AS MATERIALIZED (${waysSql(params, context)})
    SELECT person, min(first_ms) AS first_ms, max(last_ms) AS last_ms, sum(events)::BIGINT AS events FROM (
      SELECT person, min(at_ms) AS first_ms, max(at_ms) AS last_ms, count(*) AS events FROM ways
      GROUP BY person, trail, visit HAVING ${isAsked})
    GROUP BY person`;
}

/** Names stand for themselves by their codes, which are in their order; those that are not told apart have the last. */
function wentThrough({ step, event }: PathsNode): string {
  if (event !== null) {
    const code = `(SELECT code FROM named WHERE name = ${quoted(event)})`;
    return `coalesce(bool_or(step = ${step} AND code = ${code}), false)`;
  }
  const shown = `SELECT code FROM ways WHERE step = ${step} AND code < ${MAX_NAMES}
    GROUP BY code ORDER BY count(*) DESC, code LIMIT ${MAX_NODES}`;
  return `bool_or(step = ${step} AND code NOT IN (${shown}))`;
}

/** The names that are told apart, with their codes. */
function namesSql(params: PathsParams, { writeFilters, nowMs }: PeopleContext): string {
  const asked = [...(params.startEvents ?? []), ...(params.endEvents ?? [])];
  const isAsked = asked.length === 0 ? 'false' : isNamed('event', asked);
  return `SELECT name, row_number() OVER (ORDER BY name) - 1 AS code FROM (
    SELECT name, count(*) AS events, bool_or(${isAsked}) AS asked
    FROM (${pathEvents(params, momentOf(params, nowMs), { person: 'none', writeFilters })})
    GROUP BY name ORDER BY asked DESC, events DESC, name LIMIT ${MAX_NAMES})`;
}

/** The events of ways with their `step` from 0. See PathsTally, which does the same. */
function waysSql(params: PathsParams, { writeFilters, nowMs }: PeopleContext): string {
  const moment = momentOf(params, nowMs);
  const { startEvents, endEvents } = params;
  const flag = (events: readonly string[] | undefined, bit: number): string =>
    events === undefined ? '0' : `CASE WHEN ${isNamed('event', events)} THEN ${bit} ELSE 0 END`;
  const columns = `${PERSON_KEY} AS person, ev.session_id AS session, epoch_ms(ev.ts) AS at_ms`;
  // By moment, then by name; of events that are shown alike, what a way begins or ends with comes last.
  const place = `((at_ms - ${moment.fromMs}) << ${CODE_BITS + 2}) | (code << 2) | flags`;
  const ofVisit = 'PARTITION BY trail, visit';
  const withStart =
    startEvents === undefined ? '*, 1 AS start_r' : `*, min(r) FILTER (flags & 2 <> 0) OVER (${ofVisit}) AS start_r`;
  const isBehindStart = startEvents === undefined ? 'true' : 'r > start_r';
  const withEnd =
    endEvents === undefined ? '*' : `*, min(r) FILTER (flags & 1 <> 0 AND ${isBehindStart}) OVER (${ofVisit}) AS end_r`;
  const { step, isCounted } = wayStep(params);
  return `
    SELECT person, trail, visit, at_ms, code, ${step} AS step FROM (
      SELECT ${withEnd} FROM (
        SELECT ${withStart} FROM (
          SELECT *, row_number() OVER (${ofVisit} ORDER BY place) AS r FROM (
            SELECT *, count(*) FILTER (is_new) OVER (PARTITION BY trail ORDER BY place ROWS UNBOUNDED PRECEDING) AS visit
            FROM (
              SELECT *, is_free AND at_ms - lag(at_ms) OVER (PARTITION BY trail ORDER BY place) > ${VISIT_GAP_MS} AS is_new
              FROM (
                SELECT person, trail, is_free, at_ms, code, flags, ${place} AS place FROM (
                  SELECT person, hash(person, session) AS trail, session IS NULL AS is_free, at_ms,
                    coalesce(code, ${MAX_NAMES}) AS code, ${flag(startEvents, 2)} | ${flag(endEvents, 1)} AS flags
                  FROM (${pathEvents(params, moment, { person: 'key', writeFilters, columns })})
                  LEFT JOIN named USING (name) WHERE person IS NOT NULL)))))))
    WHERE ${isCounted} AND ${step} BETWEEN 0 AND ${params.depth - 1}`;
}
