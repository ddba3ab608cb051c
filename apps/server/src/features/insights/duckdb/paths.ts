import type { DuckDBConnection } from '@duckdb/node-api';
import { streamSorted } from '../../../analytics/duckdb/queries/stream-sorted.ts';
import { PERSON_KEY } from '../../../analytics/duckdb/relations/persons.ts';
import { quoted } from '../../../analytics/duckdb/sql-text.ts';
import { type InsightResult, type Moment, momentOf } from '../queries/insight-params.ts';
import { CODE_BITS, followPaths, MAX_NAMES, type PathsParams } from '../queries/paths.ts';
import { insightEvents } from './insight-events.ts';

const LOW_BITS = CODE_BITS + 1;

/** Gathered and sorted in the database, followed here. */
export async function paths(connection: DuckDBConnection, params: PathsParams): Promise<InsightResult> {
  const moment = momentOf(params, Date.now());
  const names = await namesOf(connection, params, moment);
  await connection.run(`CREATE TEMP TABLE paths_did AS ${didSql(params, moment, names)}`);
  const rows = streamSorted(connection, {
    rows: 'paths_did',
    key: 'visit',
    order: 'moment',
    columns: [
      `(moment >> ${LOW_BITS})::DOUBLE`,
      `((moment >> 1) & ${2 ** CODE_BITS - 1})::UTINYINT`,
      '(moment & 1)::UTINYINT',
    ],
  });
  return followPaths(params, names, rows);
}

/** The most frequent names, ties by name, and those that are asked for; in their order. */
async function namesOf(connection: DuckDBConnection, params: PathsParams, moment: Moment): Promise<readonly string[]> {
  const from = insightEvents(params, moment, { person: 'none' });
  const asked = [...(params.startEvents ?? []), ...(params.endEvents ?? [])];
  const result = await connection.run(`
    SELECT name FROM (
      SELECT ev.name AS name, count(*) AS events ${from} GROUP BY ev.name
      ORDER BY list_contains([${asked.map(quoted).join(', ')}]::VARCHAR[], name) DESC, events DESC, name
      LIMIT ${MAX_NAMES})
    ORDER BY name`);
  return (await result.getRowsJS()).map(([name]) => String(name));
}

function didSql(params: PathsParams, moment: Moment, names: readonly string[]): string {
  return `
    WITH codes AS (SELECT unnest([${names.map(quoted).join(', ')}]::VARCHAR[]) AS name,
      unnest(range(${names.length})) AS code)
    SELECT hash(person, session) AS visit,
      (moment << ${LOW_BITS}) | (coalesce(code, ${names.length}) << 1) | (session IS NULL)::BIGINT AS moment
    FROM (
      SELECT ${PERSON_KEY} AS person, ev.session_id AS session, epoch_ms(ev.ts) - ${moment.fromMs} AS moment,
        ev.name AS name ${insightEvents(params, moment, { person: 'key' })})
    LEFT JOIN codes USING (name) WHERE person IS NOT NULL`;
}
