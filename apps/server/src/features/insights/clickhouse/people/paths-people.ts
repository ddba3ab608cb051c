import { PERSON_KEY } from '../../../../analytics/clickhouse/relations/persons.ts';
import { quoted } from '../../../../engines/clickhouse/clickhouse-sql.ts';
import { momentOf } from '../../queries/insight-params.ts';
import { MAX_NAMES, MAX_NODES, type PathsParams, VISIT_GAP_MS } from '../../queries/paths.ts';
import type { BehindOf, PathsNode } from '../../queries/people/people-behind.ts';
import type { PeopleContext } from '../../queries/people/people-context.ts';
import { wayStep } from '../../queries/people/way-step.ts';
import { isNamed } from '../events-source.ts';
import { pathEvents } from '../kinds/path-events.ts';

/** Who went through a node, or from one to the next, in one of their visits. */
export function pathsPeople({ params, point: { node, next } }: BehindOf<'paths'>, context: PeopleContext): string {
  const ways = waysSql(params, context);
  const isAsked = [node, ...(next === undefined ? [] : [next])].map((each) => wentThrough(each, ways));
  return `SELECT assumeNotNull(who) AS person, min(began) AS first_ms, max(ended) AS last_ms, sum(done) AS events FROM (
      SELECT person AS who, min(at_ms) AS began, max(at_ms) AS ended, count() AS done FROM (${ways})
      GROUP BY person, session, visit HAVING ${isAsked.join(' AND ')})
    GROUP BY who`;
}

function wentThrough({ step, event }: PathsNode, ways: string): string {
  if (event !== null) return `countIf(step = ${step} AND label = ${quoted(event)}) > 0`;
  const shown = `SELECT label FROM (${ways}) WHERE step = ${step} AND label IS NOT NULL
    GROUP BY label ORDER BY count() DESC, label LIMIT ${MAX_NODES}`;
  return `countIf(step = ${step} AND (label IS NULL OR label NOT IN (${shown}))) > 0`;
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
  const names = `SELECT node FROM (SELECT node, count() AS events, max(${isAsked}) AS asked
    FROM (${pathEvents(params, moment, { needsPerson: false, writeFilters })})
    GROUP BY node ORDER BY asked DESC, events DESC, node LIMIT ${MAX_NAMES})`;
  const columns = `${PERSON_KEY} AS person, ev.session_id AS session, ev.ts_ms AS at_ms`;
  const isStart = startEvents === undefined ? 'false' : isNamed('event', startEvents);
  const isEnd = endEvents === undefined ? 'false' : isNamed('event', endEvents);
  // Of events that are shown alike, what a way begins or ends with comes last.
  const inOrder = 'ORDER BY at_ms, shown, is_start, is_end';
  const ofVisit = 'PARTITION BY person, session, visit';
  const firstOf = (condition: string): string => `min(if(${condition}, toNullable(r), NULL)) OVER (${ofVisit})`;
  const withStart = startEvents === undefined ? '*, 1 AS start_r' : `*, ${firstOf('is_start')} AS start_r`;
  const isBehindStart = startEvents === undefined ? 'true' : 'r > start_r';
  const withEnd = endEvents === undefined ? '*' : `*, ${firstOf(`is_end AND ${isBehindStart}`)} AS end_r`;
  const { step, isCounted } = wayStep(params);
  return `
    SELECT person, session, visit, at_ms, shown AS label, ${step} AS step FROM (
      SELECT ${withEnd} FROM (
        SELECT ${withStart} FROM (
          SELECT *, row_number() OVER (${ofVisit} ${inOrder}) AS r FROM (
            SELECT *, countIf(session IS NULL AND at_ms - before > ${VISIT_GAP_MS}) OVER (PARTITION BY person, session ${inOrder}
              ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS visit
            FROM (
              SELECT *, max(toNullable(at_ms)) OVER (PARTITION BY person, session ${inOrder}
                ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
              FROM (
                SELECT person, session, at_ms, if(node IN (${names}), toNullable(node), NULL) AS shown,
                  ${isStart} AS is_start, ${isEnd} AS is_end
                FROM (${pathEvents(params, moment, { needsPerson: true, writeFilters, columns })})
                WHERE person IS NOT NULL))))))
    WHERE ${isCounted} AND ${step} BETWEEN 0 AND ${params.depth - 1}`;
}
