import type { DuckDBConnection } from '@duckdb/node-api';
import { streamSorted } from '../../../analytics/duckdb/queries/stream-sorted.ts';
import { PERSON_KEY } from '../../../analytics/duckdb/relations/persons.ts';
import { quoted } from '../../../analytics/duckdb/sql-text.ts';
import { type InsightResult, type Moment, momentOf } from '../queries/insight-params.ts';
import { MAX_NAMES, type PathsParams, PathsTally, VISIT_GAP_MS } from '../queries/paths.ts';
import { insightEvents } from './insight-events.ts';

/** A moment, the code of a name and whether there is no session are one number to sort by. */
const CODE_BITS = 8;
const LOW_BITS = CODE_BITS + 1;

/** Gathered and sorted in the database, followed here. Events of one moment are in the order of their names. */
export async function paths(connection: DuckDBConnection, params: PathsParams): Promise<InsightResult> {
  const moment = momentOf(params.range, Date.now());
  const names = await namesOf(connection, params, moment);
  const tally = new PathsTally(names, params);
  await connection.run(`CREATE TEMP TABLE paths_did AS ${didSql(params, moment, names)}`);
  await follow(connection, tally);
  return { resultJson: JSON.stringify(tally.result()) };
}

/** The most frequent names, ties by name, and those that are asked for; in their order. */
async function namesOf(connection: DuckDBConnection, params: PathsParams, moment: Moment): Promise<readonly string[]> {
  const from = insightEvents(params, moment, { person: 'none' });
  const asked = [params.startEvent, params.endEvent].filter((name) => name !== undefined);
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

async function follow(connection: DuckDBConnection, tally: PathsTally): Promise<void> {
  let [low, high, before] = [-1, -1, 0];
  const sorted = streamSorted(connection, {
    rows: 'paths_did',
    key: 'visit',
    order: 'moment',
    columns: [
      `(moment >> ${LOW_BITS})::DOUBLE`,
      `((moment >> 1) & ${2 ** CODE_BITS - 1})::UTINYINT`,
      '(moment & 1)::UTINYINT',
    ],
  });
  for await (const { rowCount, column } of sorted) {
    const [lows, highs, times, codes, gaps] = [column(0), column(1), column(2), column(3), column(4)];
    for (let row = 0; row < rowCount; row++) {
      const at = times[row] as number;
      const isOther = lows[row] !== low || highs[row] !== high;
      if (isOther || (gaps[row] === 1 && at - before > VISIT_GAP_MS)) tally.nextVisit();
      [low, high, before] = [lows[row] as number, highs[row] as number, at];
      tally.event(codes[row] as number);
    }
  }
  tally.nextVisit();
}
