import { PERSON_KEY } from '../../../../analytics/duckdb/relations/persons.ts';
import { quoted } from '../../../../analytics/duckdb/sql-text.ts';
import { momentOf } from '../../queries/insight-params.ts';
import { MAX_NAMES, MAX_NODES, type PathsParams, VISIT_GAP_MS } from '../../queries/paths.ts';
import type { BehindOf, PathsNode } from '../../queries/people/people-behind.ts';
import type { PeopleContext } from '../../queries/people/people-context.ts';
import { wayStep } from '../../queries/people/way-step.ts';
import { isNamed } from '../events-source.ts';
import { pathEvents } from '../kinds/path-events.ts';

/** Who went through a node, or from one to the next, in one of their visits. */
export function pathsPeople({ params, point: { node, next } }: BehindOf<'paths'>, context: PeopleContext): string {
  const isAsked = next === undefined ? wentThrough(node) : `${wentThrough(node)} AND ${wentThrough(next)}`;
  return `WITH ways AS MATERIALIZED (${waysSql(params, context)})
    SELECT person, min(first_ms) AS first_ms, max(last_ms) AS last_ms, sum(events)::BIGINT AS events FROM (
      SELECT person, min(at_ms) AS first_ms, max(at_ms) AS last_ms, count(*) AS events FROM ways
      GROUP BY person, session, visit HAVING ${isAsked})
    GROUP BY person`;
}

function wentThrough({ step, event }: PathsNode): string {
  if (event !== null) return `coalesce(bool_or(step = ${step} AND label = ${quoted(event)}), false)`;
  const shown = `SELECT label FROM ways WHERE step = ${step} AND label IS NOT NULL
    GROUP BY label ORDER BY count(*) DESC, label LIMIT ${MAX_NODES}`;
  return `bool_or(step = ${step} AND (label IS NULL OR label NOT IN (${shown})))`;
}

/**
 * The events of ways with their `step` from 0. `label` is their name, NULL for names that are not told apart. See
 * PathsTally, which does the same.
 */
function waysSql(params: PathsParams, { writeFilters, nowMs }: PeopleContext): string {
  const moment = momentOf(params, nowMs);
  const { startEvents, endEvents } = params;
  const asked = [...(startEvents ?? []), ...(endEvents ?? [])];
  const isAsked = asked.length === 0 ? 'false' : isNamed('event', asked);
  const names = `SELECT name FROM (SELECT name, count(*) AS events, bool_or(${isAsked}) AS asked
    FROM (${pathEvents(params, moment, { person: 'none', writeFilters })})
    GROUP BY name ORDER BY asked DESC, events DESC, name LIMIT ${MAX_NAMES})`;
  const columns = `${PERSON_KEY} AS person, ev.session_id AS session, epoch_ms(ev.ts) AS at_ms`;
  const isStart = startEvents === undefined ? 'false' : isNamed('event', startEvents);
  const isEnd = endEvents === undefined ? 'false' : isNamed('event', endEvents);
  // Of events that are shown alike, what a way begins or ends with comes last.
  const inOrder = 'ORDER BY at_ms, label NULLS LAST, is_start, is_end';
  const ofVisit = 'PARTITION BY person, session, visit';
  const start = startEvents === undefined ? '1' : `min(r) FILTER (is_start) OVER (${ofVisit})`;
  const isBehindStart = startEvents === undefined ? 'true' : 'r > start_r';
  const { step, isCounted } = wayStep(params);
  return `
    SELECT person, session, visit, at_ms, label, ${step} AS step FROM (
      SELECT *, min(r) FILTER (is_end AND ${isBehindStart}) OVER (${ofVisit}) AS end_r FROM (
        SELECT *, ${start} AS start_r FROM (
          SELECT *, row_number() OVER (${ofVisit} ${inOrder}) AS r FROM (
            SELECT *, count(*) FILTER (is_new) OVER (PARTITION BY person, session ${inOrder} ROWS UNBOUNDED PRECEDING) AS visit
            FROM (
              SELECT *, session IS NULL AND
                at_ms - lag(at_ms) OVER (PARTITION BY person, session ${inOrder}) > ${VISIT_GAP_MS} AS is_new
              FROM (
                SELECT person, session, at_ms, CASE WHEN name IN (${names}) THEN name END AS label,
                  ${isStart} AS is_start, ${isEnd} AS is_end
                FROM (${pathEvents(params, moment, { person: 'key', writeFilters, columns })})
                WHERE person IS NOT NULL))))))
    WHERE ${isCounted} AND ${step} BETWEEN 0 AND ${params.depth - 1}`;
}
