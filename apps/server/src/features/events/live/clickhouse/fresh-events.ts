import type { ClickhouseReader } from '../../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import { eventConditions, inScope } from '../../../../analytics/clickhouse/relations/conditions.ts';
import { anyHas } from '../../../../analytics/clickhouse/relations/text-search.ts';
import { visible } from '../../../../analytics/clickhouse/visible.ts';
import type { FreshEvents, FreshEventsParams, SentUpTo } from '../../../../analytics/live/fresh-events.ts';
import type { FreshRows } from '../../../../analytics/live/live-events.ts';
import { quoted } from '../../../../engines/clickhouse/clickhouse-sql.ts';
import { eventColumns } from '../../clickhouse/events.ts';
import { BOUNDED_RAW, READS_RAW, withRaw } from '../../failed/clickhouse/failed-event-rows.ts';
import { earliestOf, type FoundRows, freshRowsOf, noRows, PLACE_BITS } from '../queries/fresh-rows.ts';

type Watch = FreshEventsParams['watches'][number];
type LiveTable = 'events' | 'failed_events';

/** Where a watch begins is looked for in so many attempts; logs that wrote in none of them begin anew with their next row. */
const LATEST_ATTEMPTS = 1_000;

export async function storedUpTo(reader: ClickhouseReader): Promise<readonly SentUpTo[]> {
  const latest = await lastSequences(reader, [], reader.visible.newest - LATEST_ATTEMPTS);
  // Without a log there is none that could say which attempts count as reported.
  return latest.length > 0 ? latest : lastSequences(reader, []);
}

export async function freshEvents(
  reader: ClickhouseReader,
  { watches, limit }: FreshEventsParams,
): Promise<FreshEvents> {
  const [fresh, upTo] = await Promise.all([
    Promise.all(watches.map((watch) => freshFor(reader, watch, limit))),
    lastSequences(reader, earliestOf(watches)),
  ]);
  return { fresh, upTo };
}

async function freshFor(reader: ClickhouseReader, watch: Watch, limit: number): Promise<FreshRows> {
  const { scope, filter, includeFailed, after } = watch;
  const [events, failed] = await Promise.all([
    freshIn(reader, 'events', eventColumns, `${eventConditions(scope, filter)} AND ${isFresh(after)}`, limit),
    includeFailed
      ? freshIn(reader, 'failed_events', FAILED_COLUMNS, `${failedConditions(watch)} AND ${isFresh(after)}`, limit)
      : noRows,
  ]);
  return freshRowsOf(events, failed, limit);
}

const FAILED_COLUMNS = `kind, name, reason, ${BOUNDED_RAW}, received_ms`;

async function freshIn(
  reader: ClickhouseReader,
  table: LiveTable,
  columns: string,
  conditions: string,
  limit: number,
): Promise<FoundRows> {
  const [[total] = []] = await reader.rows(`SELECT count() FROM ${visible(table)} WHERE ${conditions}`);
  if (Number(total) === 0) return noRows;
  // Which rows they are is found out first, so that the wide columns of no other are read.
  const first = `SELECT log_tag, seq, idx FROM ${visible(table)} WHERE ${conditions}
    ORDER BY log_tag, seq, bitAnd(idx, ${PLACE_BITS}) LIMIT ${limit} BY log_tag`;
  const rows = await reader.objects(
    `SELECT log_tag, seq, idx, bitAnd(idx, ${PLACE_BITS}) AS place, ${columns} FROM ${visible(table)}
      WHERE ${conditions} AND (log_tag, seq, idx) IN (${first})`,
    { settings: READS_RAW },
  );
  return { rows: table === 'failed_events' ? rows.map(withRaw) : rows, total: Number(total) };
}

/**
 * A condition: behind what was reported. Each log has its own sequences, and all rows of one that nothing was told of are
 * behind it. An attempt brings rows of any log, but of each only such as are behind those of the attempts before it.
 */
function isFresh(after: readonly SentUpTo[]): string {
  if (after.length === 0) return 'true';
  const logs = after.map(({ logTag }) => logTag).join(', ');
  const sequences = after.map(({ sequence }) => `toInt64(${sequence})`).join(', ');
  return `attempt > ${reportedAttempt(after)} AND seq > transform(log_tag, [${logs}], [${sequences}], toInt64(-1))`;
}

/** The entries of a list agree; one that lacks it was made by a store without attempts. */
const reportedAttempt = (after: readonly SentUpTo[]): number => Math.max(0, ...after.map(({ attempt = 0 }) => attempt));

async function lastSequences(
  reader: ClickhouseReader,
  after: readonly SentUpTo[],
  sinceAttempt = reportedAttempt(after),
): Promise<readonly SentUpTo[]> {
  const { newest, hidden } = reader.visible;
  // What is under way comes with a lower number than that of the newest.
  const attempt = Math.max(0, Math.min(newest, ...hidden.map((number) => number - 1)));
  const since = Math.max(0, Math.min(attempt, sinceAttempt));
  const found = (table: LiveTable): string =>
    `SELECT log_tag, max(seq) AS last FROM ${visible(table)} WHERE attempt > ${since} GROUP BY log_tag`;
  const rows = await reader.rows(
    `SELECT log_tag, max(last) FROM (${found('events')} UNION ALL ${found('failed_events')}) GROUP BY log_tag ORDER BY log_tag`,
  );
  const last = new Map(after.map(({ logTag, sequence }) => [logTag, sequence]));
  for (const [logTag, sequence] of rows) {
    last.set(Number(logTag), Math.max(last.get(Number(logTag)) ?? 0, Number(sequence)));
  }
  return [...last].map(([logTag, sequence]) => ({ logTag, sequence, attempt }));
}

/** What was refused has no columns of its own for most of this, and is found by what it says. */
function failedConditions({ scope, filter }: Watch): string {
  const { event, userId, anonymousId, deviceId, search } = filter;
  const ids = { name: event, user_id: userId, anonymous_id: anonymousId, device_id: deviceId };
  const conditions = [inScope(scope)];
  for (const [column, value] of Object.entries(ids)) {
    if (value !== undefined) conditions.push(`${column} = ${quoted(value)}`);
  }
  if (search !== undefined) conditions.push(anyHas(['name', 'reason', 'raw'], search));
  return conditions.join(' AND ');
}
