import type { ClickhouseReader } from '../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import { streamByKey } from '../../../analytics/clickhouse/queries/stream-by-key.ts';
import { millis } from '../../../analytics/clickhouse/relations/conditions.ts';
import { PERSON_KEY } from '../../../analytics/clickhouse/relations/persons.ts';
import { texts } from '../../../engines/clickhouse/clickhouse-sql.ts';
import { type InsightResult, type Moment, momentOf } from '../queries/insight-params.ts';
import { CODE_BITS, FLAG_BITS, followPaths, MAX_NAMES, type PathsParams } from '../queries/paths.ts';
import { isNamed } from './events-source.ts';
import { filtersSql } from './insight-filters.ts';
import { pathEvents } from './kinds/path-events.ts';

const LOW_BITS = CODE_BITS + FLAG_BITS;

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
      [`toUInt8(bitAnd(bitShiftRight(moment, ${FLAG_BITS}), ${2 ** CODE_BITS - 1}))`]: 'UInt8',
      [`toUInt8(bitAnd(moment, ${2 ** FLAG_BITS - 1}))`]: 'UInt8',
    },
  });
  return followPaths(params, names, rows);
}

/** The most frequent names, ties by name, and those of events that are asked for; in their order. */
async function namesOf(reader: ClickhouseReader, params: PathsParams, moment: Moment): Promise<readonly string[]> {
  const asked = [...(params.startEvents ?? []), ...(params.endEvents ?? [])];
  const isAsked = asked.length === 0 ? 'false' : isNamed('event', asked);
  const rows = await reader.rows(`
    SELECT node FROM (
      SELECT node, count() AS events, max(${isAsked}) AS asked FROM (${pathEvents(params, moment, { needsPerson: false, writeFilters: filtersSql })})
      GROUP BY node ORDER BY asked DESC, events DESC, node LIMIT ${MAX_NAMES})
    ORDER BY node`);
  return rows.map(([name]) => String(name));
}

function didSql(params: PathsParams, moment: Moment, names: readonly string[]): string {
  const { startEvents, endEvents } = params;
  const code =
    names.length === 0
      ? '0'
      : `transform(node, ${texts(names)}, [${names.map((_, at) => at).join(', ')}], ${names.length})`;
  const flag = (events: readonly string[] | undefined, bit: number): string =>
    events === undefined ? '0' : `if(${isNamed('event', events)}, ${bit}, 0)`;
  const flags = `${flag(startEvents, 4)} + ${flag(endEvents, 2)} + (session IS NULL)`;
  const low = `bitOr(bitShiftLeft(toUInt64(${code}), ${FLAG_BITS}), toUInt64(${flags}))`;
  const columns = `${PERSON_KEY} AS person, ev.session_id AS session, toUInt64(ev.ts_ms - ${millis(moment.fromMs)}) AS at`;
  return `
    SELECT if(session IS NULL, sipHash64(assumeNotNull(person)), sipHash64(assumeNotNull(person), assumeNotNull(session))) AS visit,
      bitOr(bitShiftLeft(at, ${LOW_BITS}), ${low}) AS moment
    FROM (${pathEvents(params, moment, { needsPerson: true, writeFilters: filtersSql, columns })})
    WHERE person IS NOT NULL`;
}
