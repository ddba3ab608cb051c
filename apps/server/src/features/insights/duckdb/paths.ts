import type { DuckDBConnection } from '@duckdb/node-api';
import { streamSorted } from '../../../analytics/duckdb/queries/stream-sorted.ts';
import { PERSON_KEY } from '../../../analytics/duckdb/relations/persons.ts';
import { quoted } from '../../../analytics/duckdb/sql-text.ts';
import { type InsightResult, type Moment, momentOf } from '../queries/insight-params.ts';
import { CODE_BITS, FLAG_BITS, followPaths, MAX_NAMES, type PathsParams } from '../queries/paths.ts';
import { isNamed } from './events-source.ts';
import { filtersSql } from './insight-filters.ts';
import { pathEvents } from './kinds/path-events.ts';

const LOW_BITS = CODE_BITS + FLAG_BITS;

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
      `((moment >> ${FLAG_BITS}) & ${2 ** CODE_BITS - 1})::UTINYINT`,
      `(moment & ${2 ** FLAG_BITS - 1})::UTINYINT`,
    ],
  });
  return followPaths(params, names, rows);
}

/** The most frequent names, ties by name, and those of events that are asked for; in their order. */
async function namesOf(connection: DuckDBConnection, params: PathsParams, moment: Moment): Promise<readonly string[]> {
  const asked = [...(params.startEvents ?? []), ...(params.endEvents ?? [])];
  const isAsked = asked.length === 0 ? 'false' : isNamed('event', asked);
  const result = await connection.run(`
    SELECT name FROM (
      SELECT name, count(*) AS events, bool_or(${isAsked}) AS asked FROM (${pathEvents(params, moment, { person: 'none', writeFilters: filtersSql })})
      GROUP BY name ORDER BY asked DESC, events DESC, name LIMIT ${MAX_NAMES})
    ORDER BY name`);
  return (await result.getRowsJS()).map(([name]) => String(name));
}

function didSql(params: PathsParams, moment: Moment, names: readonly string[]): string {
  const { startEvents, endEvents } = params;
  const flag = (events: readonly string[] | undefined, bit: number): string =>
    events === undefined ? '0' : `CASE WHEN ${isNamed('event', events)} THEN ${bit} ELSE 0 END`;
  const flags = `${flag(startEvents, 4)} | ${flag(endEvents, 2)} | (session IS NULL)::BIGINT`;
  const columns = `${PERSON_KEY} AS person, ev.session_id AS session, epoch_ms(ev.ts) - ${moment.fromMs} AS moment`;
  return `
    WITH codes AS (SELECT unnest([${names.map(quoted).join(', ')}]::VARCHAR[]) AS name,
      unnest(range(${names.length})) AS code)
    SELECT hash(person, session) AS visit,
      (moment << ${LOW_BITS}) | (coalesce(code, ${names.length}) << ${FLAG_BITS}) | ${flags} AS moment
    FROM (${pathEvents(params, moment, { person: 'key', writeFilters: filtersSql, columns })})
    LEFT JOIN codes USING (name) WHERE person IS NOT NULL`;
}
