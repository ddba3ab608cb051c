import type { DuckDBConnection } from '@duckdb/node-api';
import { type Conditions, eventConditions, inScope } from '../../../../analytics/duckdb/relations/event-conditions.ts';
import { anyHas } from '../../../../analytics/duckdb/relations/text-search.ts';
import type { FreshEvents, FreshEventsParams, SentUpTo } from '../../../../analytics/live/fresh-events.ts';
import type { FreshRows } from '../../../../analytics/live/live-events.ts';
import { eventColumns } from '../../duckdb/events.ts';
import { BOUNDED_RAW } from '../../failed/duckdb/failed-event-rows.ts';
import { earliestOf, type FoundRows, freshRowsOf, noRows, PLACE_BITS } from '../queries/fresh-rows.ts';

export const storedUpTo = (connection: DuckDBConnection): Promise<readonly SentUpTo[]> => lastSequences(connection, []);

export async function freshEvents(
  connection: DuckDBConnection,
  { watches, limit }: FreshEventsParams,
): Promise<FreshEvents> {
  const fresh: FreshRows[] = [];
  for (const watch of watches) fresh.push(await freshFor(connection, watch, limit));
  return { fresh, upTo: await lastSequences(connection, earliestOf(watches)) };
}

type Watch = FreshEventsParams['watches'][number];

async function freshFor(connection: DuckDBConnection, watch: Watch, limit: number): Promise<FreshRows> {
  const { scope, filter, includeFailed, after } = watch;
  const events = await freshIn(connection, 'events', eventColumns, eventConditions(scope, filter), after, limit);
  const failed = includeFailed
    ? await freshIn(connection, 'failed_events', FAILED_COLUMNS, failedConditions(watch), after, limit)
    : noRows;
  return freshRowsOf(events, failed, limit);
}

const FAILED_COLUMNS = `kind, name, reason, ${BOUNDED_RAW}, epoch_ms(received) AS received_ms`;

async function freshIn(
  connection: DuckDBConnection,
  table: string,
  columns: string,
  { sql, values }: Conditions,
  after: readonly SentUpTo[],
  limit: number,
): Promise<FoundRows> {
  const result = await connection.run(
    `SELECT log_tag, seq, idx, idx & ${PLACE_BITS} AS place, ${columns}, count(*) OVER () AS total
      FROM ${freshRows(table, after)} WHERE ${sql} ORDER BY seq, place LIMIT ${limit}`,
    values,
  );
  const rows = await result.getRowObjectsJS();
  return { rows, total: Number(rows[0]?.total ?? 0) };
}

/**
 * Rows behind what was reported. Each log by itself, and those that nothing was told of by what they are not: sequences rise
 * in the order in which rows are written, and only conditions as plain as these let DuckDB skip the rest of the store.
 */
function freshRows(table: string, after: readonly SentUpTo[]): string {
  const known = after.map(({ logTag, sequence }) => `log_tag = ${logTag} AND seq > ${sequence}`);
  const unknown = after.map(({ logTag }) => `log_tag <> ${logTag}`).join(' AND ') || 'true';
  const parts = [...known, unknown].flatMap((condition) =>
    ['store', 'recent'].map((place) => `SELECT * FROM ${place}.${table} WHERE ${condition}`),
  );
  return `(${parts.join(' UNION ALL ')})`;
}

async function lastSequences(connection: DuckDBConnection, after: readonly SentUpTo[]): Promise<readonly SentUpTo[]> {
  const last = new Map(after.map(({ logTag, sequence }) => [logTag, sequence]));
  for (const table of ['events', 'failed_events']) {
    const result = await connection.run(`SELECT log_tag, max(seq) FROM ${freshRows(table, after)} GROUP BY log_tag`);
    for (const [logTag, sequence] of await result.getRowsJS()) {
      last.set(Number(logTag), Math.max(last.get(Number(logTag)) ?? 0, Number(sequence)));
    }
  }
  return [...last].map(([logTag, sequence]) => ({ logTag, sequence }));
}

/** What was refused has no columns of its own for most of this, and is found by what it says. */
function failedConditions({ scope, filter }: Watch): Conditions {
  const conditions = inScope(scope);
  if (filter.event !== undefined) conditions.where('name = ?', filter.event);
  if (filter.userId !== undefined) conditions.where('user_id = ?', filter.userId);
  if (filter.anonymousId !== undefined) conditions.where('anonymous_id = ?', filter.anonymousId);
  if (filter.deviceId !== undefined) conditions.where('device_id = ?', filter.deviceId);
  if (filter.search !== undefined) {
    conditions.whereCostly(anyHas({ short: ['name', 'reason'], long: ['raw'] }, filter.search));
  }
  return conditions;
}
