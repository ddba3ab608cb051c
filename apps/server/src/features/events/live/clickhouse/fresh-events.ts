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
  const since = reader.visible.newest - LATEST_ATTEMPTS;
  const latest = await lastSequences(reader, since);
  // Without a log there is none that could say which attempts count as reported.
  return upTo(reader, [], latest.length > 0 ? latest : await lastSequences(reader, 0));
}

export async function freshEvents(
  reader: ClickhouseReader,
  { watches, limit }: FreshEventsParams,
): Promise<FreshEvents> {
  const earliest = earliestOf(watches);
  const last = await lastSequences(reader, reportedAttempt(earliest));
  const fresh: FreshRows[] = [];
  for (const watch of watches) {
    fresh.push(isBehind(watch, last) ? await freshFor(reader, watch, limit) : { rows: [], skipped: 0 });
  }
  return { fresh, upTo: upTo(reader, earliest, last) };
}

/** Something of its environment has come; most of the time that is true of few watches. */
const isBehind = ({ scope, after }: Watch, last: readonly LastSequence[]): boolean =>
  last.some(
    ({ environmentId, logTag, sequence }) =>
      environmentId === scope.environmentId.toLowerCase() &&
      sequence > (after.find((reported) => reported.logTag === logTag)?.sequence ?? -1),
  );

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

interface LastSequence {
  readonly environmentId: string;
  readonly logTag: number;
  readonly sequence: number;
}

/** The last of each environment and log, of those that wrote in later attempts than this. */
async function lastSequences(reader: ClickhouseReader, sinceAttempt: number): Promise<readonly LastSequence[]> {
  const since = Math.max(0, Math.min(countedAttempt(reader), sinceAttempt));
  const found = (table: LiveTable): string =>
    `SELECT e, log_tag, max(seq) AS last FROM ${visible(table)} WHERE attempt > ${since} GROUP BY e, log_tag`;
  const rows = await reader.rows(
    `SELECT toString(e), log_tag, max(last) FROM (${found('events')} UNION ALL ${found('failed_events')})
      GROUP BY e, log_tag ORDER BY log_tag`,
  );
  return rows.map(([environmentId, logTag, sequence]) => ({
    environmentId: String(environmentId),
    logTag: Number(logTag),
    sequence: Number(sequence),
  }));
}

/** Up to here every attempt counts or never will: what is under way has a lower number than the newest. */
function countedAttempt({ visible: { newest, hidden } }: ClickhouseReader): number {
  return Math.max(0, Math.min(newest, ...hidden.map((number) => number - 1)));
}

function upTo(
  reader: ClickhouseReader,
  after: readonly SentUpTo[],
  last: readonly LastSequence[],
): readonly SentUpTo[] {
  const sequences = new Map(after.map(({ logTag, sequence }) => [logTag, sequence]));
  for (const { logTag, sequence } of last) sequences.set(logTag, Math.max(sequences.get(logTag) ?? 0, sequence));
  return [...sequences].map(([logTag, sequence]) => ({ logTag, sequence, attempt: countedAttempt(reader) }));
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
