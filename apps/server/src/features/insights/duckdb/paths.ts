import type { DuckDBConnection } from '@duckdb/node-api';
import { streamSorted } from '../../../analytics/duckdb/queries/stream-sorted.ts';
import { PERSON_KEY } from '../../../analytics/duckdb/relations/persons.ts';
import { quoted } from '../../../analytics/duckdb/sql-text.ts';
import { type InsightResult, type Moment, momentOf } from '../queries/insight-params.ts';
import { pathPattern } from '../queries/kinds/path-pattern.ts';
import { CODE_BITS, FLAG_BITS, followPaths, MAX_NAMES, MAX_VALUE_LENGTH, type PathsParams } from '../queries/paths.ts';
import { isNamed } from './events-source.ts';
import { insightEvents } from './insight-events.ts';
import { requiredField } from './insight-fields.ts';
import { isShown } from './is-shown.ts';

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
      SELECT name, count(*) AS events, bool_or(${isAsked}) AS asked FROM (${shownSql(params, moment, 'none', '')})
      GROUP BY name ORDER BY asked DESC, events DESC, name LIMIT ${MAX_NAMES})
    ORDER BY name`);
  return (await result.getRowsJS()).map(([name]) => String(name));
}

function didSql(params: PathsParams, moment: Moment, names: readonly string[]): string {
  const { startEvents, endEvents } = params;
  const flag = (events: readonly string[] | undefined, bit: number): string =>
    events === undefined ? '0' : `CASE WHEN ${isNamed('event', events)} THEN ${bit} ELSE 0 END`;
  const flags = `${flag(startEvents, 4)} | ${flag(endEvents, 2)} | (session IS NULL)::BIGINT`;
  const columns = `, ${PERSON_KEY} AS person, ev.session_id AS session, epoch_ms(ev.ts) - ${moment.fromMs} AS moment`;
  return `
    WITH codes AS (SELECT unnest([${names.map(quoted).join(', ')}]::VARCHAR[]) AS name,
      unnest(range(${names.length})) AS code)
    SELECT hash(person, session) AS visit,
      (moment << ${LOW_BITS}) | (coalesce(code, ${names.length}) << ${FLAG_BITS}) | ${flags} AS moment
    FROM (${shownSql(params, moment, 'key', columns)})
    LEFT JOIN codes USING (name) WHERE person IS NOT NULL`;
}

/** Events that are shown, each with the `name` of its node, its own name as `event`, and further columns. */
function shownSql(params: PathsParams, moment: Moment, person: 'none' | 'key', columns: string): string {
  const { nodeField, groups = [] } = params;
  const field = nodeField === undefined ? undefined : requiredField(nodeField, 'query.nodeProperty');
  const value = field && `left(${field.text}, ${MAX_VALUE_LENGTH})`;
  const node =
    value === undefined ? 'ev.name' : `CASE WHEN ${value} IS NULL THEN ev.name ELSE ev.name || ' · ' || ${value} END`;
  const from = insightEvents(params, moment, { person, uses: field === undefined ? [] : [field] });
  const events = `FROM (SELECT ${node} AS name, ev.name AS event ${columns} ${from}) WHERE ${isShown(params, 'event')}`;
  if (groups.length === 0) return `SELECT * ${events}`;
  const cases = groups.map(
    ({ name, pattern }) => `WHEN regexp_full_match(name, ${quoted(pathPattern(pattern))}) THEN ${quoted(name)}`,
  );
  return `SELECT * REPLACE (CASE ${cases.join(' ')} ELSE name END AS name) ${events}`;
}
