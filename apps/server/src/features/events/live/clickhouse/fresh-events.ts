import type { ClickhouseReader } from '../../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import { eventConditions, inScope } from '../../../../analytics/clickhouse/relations/conditions.ts';
import { anyHas } from '../../../../analytics/clickhouse/relations/text-search.ts';
import { type VisibleAttempts, visible } from '../../../../analytics/clickhouse/visible.ts';
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
  const latest = await lastSequences(reader, `attempt > ${Math.max(0, reader.visible.newest - LATEST_ATTEMPTS)}`);
  // Without a log there is none that could say which attempts count as reported.
  return upTo(reader, [], latest.length > 0 ? latest : await lastSequences(reader, 'true'));
}

export async function freshEvents(
  reader: ClickhouseReader,
  { watches, limit }: FreshEventsParams,
): Promise<FreshEvents> {
  const earliest = leastReported(watches);
  const last = await lastSequences(reader, isFresh(earliest));
  // Most of the time something has come for few of them.
  const isBehind = ({ scope }: Watch): boolean =>
    last.some(({ environmentId }) => environmentId === scope.environmentId.toLowerCase());
  const fresh: FreshRows[] = [];
  for (const watch of watches) {
    fresh.push(isBehind(watch) ? await freshFor(reader, watch, limit) : { rows: [], skipped: 0 });
  }
  return { fresh, upTo: upTo(reader, earliest, last) };
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
 * A condition: not reported yet. Attempts say it. Where the list was made by a store without them, sequences do: each log
 * has its own, and all rows of one that nothing was told of are new.
 */
function isFresh(after: readonly SentUpTo[]): string {
  if (after.length === 0) return 'true';
  const reported = reportedIn(after);
  if (reported !== undefined) {
    const { newest, hidden } = reported;
    return hidden.length === 0 ? `attempt > ${newest}` : `(attempt > ${newest} OR attempt IN (${hidden.join(', ')}))`;
  }
  const logs = after.map(({ logTag }) => logTag).join(', ');
  const sequences = after.map(({ sequence }) => `toInt64(${sequence})`).join(', ');
  return `seq > transform(log_tag, [${logs}], [${sequences}], toInt64(-1))`;
}

/** The entries of a list agree, but for logs that were not heard of in the last report. */
function reportedIn(after: readonly SentUpTo[]): VisibleAttempts | undefined {
  const all = after.flatMap(({ attempt, hidden = [] }) => (attempt === undefined ? [] : [{ attempt, hidden }]));
  const last = all.sort((a, b) => a.attempt - a.hidden.length - (b.attempt - b.hidden.length)).at(-1);
  return last && { newest: last.attempt, hidden: last.hidden };
}

/** What was reported to the watch that is furthest behind: what counts only ever becomes more. */
function leastReported(watches: readonly Watch[]): readonly SentUpTo[] {
  const lists = watches.map(({ after }) => ({ after, reported: reportedIn(after) }));
  const known = lists.flatMap(({ after, reported }) => (reported === undefined ? [] : [{ after, reported }]));
  if (known.length < lists.length) return earliestOf(watches);
  const countOf = ({ reported: { newest, hidden } }: (typeof known)[number]): number => newest - hidden.length;
  return known.sort((a, b) => countOf(a) - countOf(b))[0]?.after ?? [];
}

interface LastSequence {
  readonly environmentId: string;
  readonly logTag: number;
  readonly sequence: number;
}

/** The last of each environment and log, among these rows. */
async function lastSequences(reader: ClickhouseReader, condition: string): Promise<readonly LastSequence[]> {
  const found = (table: LiveTable): string =>
    `SELECT e, log_tag, max(seq) AS last FROM ${visible(table)} WHERE ${condition} GROUP BY e, log_tag`;
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

function upTo(
  { visible: { newest, hidden } }: ClickhouseReader,
  after: readonly SentUpTo[],
  last: readonly LastSequence[],
): readonly SentUpTo[] {
  const sequences = new Map(after.map(({ logTag, sequence }) => [logTag, sequence]));
  for (const { logTag, sequence } of last) sequences.set(logTag, Math.max(sequences.get(logTag) ?? 0, sequence));
  const attempts = hidden.length === 0 ? { attempt: newest } : { attempt: newest, hidden };
  return [...sequences].map(([logTag, sequence]) => ({ logTag, sequence, ...attempts }));
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
