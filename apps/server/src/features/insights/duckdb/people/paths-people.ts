import { PERSON_KEY } from '../../../../analytics/duckdb/relations/persons.ts';
import { quoted } from '../../../../analytics/duckdb/sql-text.ts';
import { momentOf } from '../../queries/insight-params.ts';
import { MAX_NAMES, MAX_NODES, type PathsParams, VISIT_GAP_MS } from '../../queries/paths.ts';
import type { BehindOf, PathsNode } from '../../queries/people/people-behind.ts';
import type { PeopleContext } from '../../queries/people/people-context.ts';
import { wayStep } from '../../queries/people/way-step.ts';
import { eventsSource, isNamed } from '../events-source.ts';
import { isShown } from '../is-shown.ts';

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
  const conditions = writeFilters(params.filters, 'query.filters');
  const from = (person: 'key' | 'none'): string =>
    `${eventsSource(params.scope, conditions, momentOf(params, nowMs), { person })} AND ${isShown(params, 'ev.name')}`;
  const { startEvents, endEvents } = params;
  const asked = [...(startEvents ?? []), ...(endEvents ?? [])];
  const names = `SELECT name FROM (SELECT ev.name AS name, count(*) AS events ${from('none')} GROUP BY ev.name
    ORDER BY list_contains([${asked.map(quoted).join(', ')}]::VARCHAR[], name) DESC, events DESC, name
    LIMIT ${MAX_NAMES})`;
  const [inOrder, ofVisit] = ['ORDER BY at_ms, label NULLS LAST', 'PARTITION BY person, session, visit'];
  const start = startEvents === undefined ? '1' : `min(r) FILTER (${isNamed('label', startEvents)}) OVER (${ofVisit})`;
  const isEnd = endEvents === undefined ? 'false' : isNamed('label', endEvents);
  const isBehindStart = startEvents === undefined ? 'true' : 'r > start_r';
  const { step, isCounted } = wayStep(params);
  return `
    SELECT person, session, visit, at_ms, label, ${step} AS step FROM (
      SELECT *, min(r) FILTER (${isEnd} AND ${isBehindStart}) OVER (${ofVisit}) AS end_r FROM (
        SELECT *, ${start} AS start_r FROM (
          SELECT *, row_number() OVER (${ofVisit} ${inOrder}) AS r FROM (
            SELECT *, count(*) FILTER (is_new) OVER (PARTITION BY person, session ${inOrder} ROWS UNBOUNDED PRECEDING) AS visit
            FROM (
              SELECT *, session IS NULL AND
                at_ms - lag(at_ms) OVER (PARTITION BY person, session ${inOrder}) > ${VISIT_GAP_MS} AS is_new
              FROM (
                SELECT ${PERSON_KEY} AS person, ev.session_id AS session, epoch_ms(ev.ts) AS at_ms,
                  CASE WHEN ev.name IN (${names}) THEN ev.name END AS label ${from('key')})
              WHERE person IS NOT NULL)))))
    WHERE ${isCounted} AND ${step} BETWEEN 0 AND ${params.depth - 1}`;
}
