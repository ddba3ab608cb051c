import type { ClickhouseReader } from '../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import { streamByKey } from '../../../analytics/clickhouse/queries/stream-by-key.ts';
import { millis } from '../../../analytics/clickhouse/relations/conditions.ts';
import { PERSON_KEY } from '../../../analytics/clickhouse/relations/persons.ts';
import { texts } from '../../../engines/clickhouse/clickhouse-sql.ts';
import { type InsightResult, type Moment, momentOf } from '../queries/insight-params.ts';
import { CODE_BITS, followPaths, MAX_NAMES, type PathsParams } from '../queries/paths.ts';
import { insightEvents } from './insight-events.ts';

const LOW_BITS = CODE_BITS + 1;

/** Gathered and put in order in the database, followed here. */
export async function paths(reader: ClickhouseReader, params: PathsParams): Promise<InsightResult> {
  const moment = momentOf(params, Date.now());
  const names = await namesOf(reader, params, moment);
  const rows = streamByKey(reader, {
    rows: didSql(params, moment, names),
    key: 'visit',
    order: 'moment',
    columns: {
      [`toFloat64(bitShiftRight(moment, ${LOW_BITS}))`]: 'Float64',
      [`toUInt8(bitAnd(bitShiftRight(moment, 1), ${2 ** CODE_BITS - 1}))`]: 'UInt8',
      'toUInt8(bitAnd(moment, 1))': 'UInt8',
    },
  });
  return followPaths(params, names, rows);
}

/** The most frequent names, ties by name, and those that are asked for; in their order. */
async function namesOf(reader: ClickhouseReader, params: PathsParams, moment: Moment): Promise<readonly string[]> {
  const from = insightEvents(params, moment, { needsPerson: false });
  const asked = [...(params.startEvents ?? []), ...(params.endEvents ?? [])];
  const rows = await reader.rows(`
    SELECT name FROM (
      SELECT ev.name AS name, count() AS events ${from} GROUP BY name
      ORDER BY has(CAST(${texts(asked)}, 'Array(String)'), name) DESC, events DESC, name
      LIMIT ${MAX_NAMES})
    ORDER BY name`);
  return rows.map(([name]) => String(name));
}

function didSql(params: PathsParams, moment: Moment, names: readonly string[]): string {
  const code =
    names.length === 0
      ? '0'
      : `transform(name, ${texts(names)}, [${names.map((_, at) => at).join(', ')}], ${names.length})`;
  const low = `bitOr(bitShiftLeft(toUInt64(${code}), 1), toUInt64(session IS NULL))`;
  return `
    SELECT if(session IS NULL, sipHash64(assumeNotNull(person)), sipHash64(assumeNotNull(person), assumeNotNull(session))) AS visit,
      bitOr(bitShiftLeft(at, ${LOW_BITS}), ${low}) AS moment
    FROM (
      SELECT ${PERSON_KEY} AS person, ev.session_id AS session, toUInt64(ev.ts_ms - ${millis(moment.fromMs)}) AS at,
        ev.name AS name ${insightEvents(params, moment, { needsPerson: true })})
    WHERE person IS NOT NULL`;
}
