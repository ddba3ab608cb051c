import type { DuckDBConnection } from '@duckdb/node-api';
import type { ColumnChunk } from '../../../analytics/column-chunk.ts';
import { streamSorted } from '../../../analytics/duckdb/queries/stream-sorted.ts';
import { unionOf } from '../queries/event-selection.ts';
import { followFunnel, STEP_BITS } from '../queries/funnel.ts';
import { followAttempts } from '../queries/funnels/follow-attempts.ts';
import { type FunnelParams, isPlainFunnel } from '../queries/funnels/funnel-definition.ts';
import {
  type InsightResult,
  MAX_VALUES,
  MISSING_PLACE,
  type Moment,
  momentOf,
  REST_PLACE,
} from '../queries/insight-params.ts';
import { countedUnit } from './counted-unit.ts';
import { isNamed } from './events-source.ts';
import { funnelSource } from './funnel-source.ts';
import { insightEvents } from './insight-events.ts';
import { requiredField } from './insight-fields.ts';
import { filtersSql } from './insight-filters.ts';

/** Gathered and sorted in the database, followed step by step here: one sort, whatever the number of steps. */
export async function funnel(connection: DuckDBConnection, params: FunnelParams): Promise<InsightResult> {
  const moment = momentOf(params, Date.now());
  if (!isPlainFunnel(params)) return followAttempts(params, moment, await funnelSource(connection, params, moment));
  await connection.run(`CREATE TEMP TABLE funnel_did AS ${didSql(params, moment)}`);
  if (params.breakdownField === undefined) {
    return followFunnel(params, moment, undefined, sorted(connection, 'funnel_did', []));
  }
  const values = await placeValues(connection);
  const rows = sorted(connection, 'funnel_did JOIN funnel_persons USING (person)', ['place::UTINYINT']);
  return followFunnel(params, moment, values, rows);
}

const sorted = (connection: DuckDBConnection, rows: string, columns: readonly string[]): AsyncIterable<ColumnChunk> =>
  streamSorted(connection, {
    rows,
    key: 'person',
    order: 'moment',
    columns: [`(moment >> ${STEP_BITS})::DOUBLE`, `(moment & ${2 ** STEP_BITS - 1})::USMALLINT`, ...columns],
  });

/** What was done of the steps: person, moment, and with a breakdown `v`, its value where the first step was done. */
function didSql(params: FunnelParams, moment: Moment): string {
  const steps = params.steps.map(({ events, filters }, step) => {
    const conditions = filtersSql(filters, `query.steps.${step}.filters`);
    return [{ sql: isNamed('ev.name', events), isPerson: false }, ...conditions];
  });
  const isDone = (step: number): string => (steps[step] ?? []).map(({ sql }) => `(${sql})`).join(' AND ');
  const bits = steps.map((_, step) => `CASE WHEN ${isDone(step)} THEN ${2 ** step} ELSE 0 END`);
  const field =
    params.breakdownField === undefined ? undefined : requiredField(params.breakdownField, 'query.breakdownProperty');
  const value = field === undefined ? '' : `, CASE WHEN ${isDone(0)} THEN ${field.text} END AS v`;
  const unit = countedUnit(params);
  const uses = [...unit.uses, ...(field === undefined ? [] : [field]), ...steps.flat()];
  const all = unionOf(params.steps.map(({ events }) => events));
  return `SELECT person, (moment << ${STEP_BITS}) | steps AS moment ${value === '' ? '' : ', v'} FROM (
    SELECT ${unit.key} AS person, epoch_ms(ev.ts) - ${moment.fromMs} AS moment, (${bits.join(' + ')})::BIGINT AS steps
      ${value} ${insightEvents(params, moment, { events: all, person: unit.person, uses })})
    WHERE person IS NOT NULL AND steps > 0`;
}

/**
 * Leaves a place for each person of funnel_did who did the first step in funnel_persons; answers the values of the
 * places. A person's value is that of the earliest first step; of two at one moment, the smaller.
 */
async function placeValues(connection: DuckDBConnection): Promise<readonly string[]> {
  await connection.run(`CREATE TEMP TABLE funnel_values AS
    SELECT person, CASE WHEN NOT first.missing THEN first.v END AS v FROM (
      SELECT person, min({'moment': moment >> ${STEP_BITS}, 'missing': v IS NULL, 'v': coalesce(v, '')}) AS first
      FROM funnel_did WHERE moment & 1 = 1 GROUP BY person)`);
  await connection.run(`CREATE TEMP TABLE funnel_top AS
    SELECT v, row_number() OVER (ORDER BY persons DESC, v) - 1 AS place FROM (
      SELECT v, count(*) AS persons FROM funnel_values WHERE v IS NOT NULL GROUP BY v
      ORDER BY persons DESC, v LIMIT ${MAX_VALUES})`);
  await connection.run(`CREATE TEMP TABLE funnel_persons AS
    SELECT person, (CASE WHEN v IS NULL THEN ${MISSING_PLACE} ELSE coalesce(place, ${REST_PLACE}) END)::UTINYINT AS place
    FROM funnel_values LEFT JOIN funnel_top USING (v)`);
  const values = await connection.run('SELECT v FROM funnel_top ORDER BY place');
  return (await values.getRowsJS()).map(([value]) => String(value));
}
