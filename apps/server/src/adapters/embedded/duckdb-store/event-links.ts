import type { DuckDBConnection } from '@duckdb/node-api';
import { hashHalves } from './hash-columns.ts';
import { LinkTimes } from './link-times.ts';
import { type Destination, everywhere } from './recent-rows.ts';
import { GOOD } from './stage-batches.ts';
import { streamColumns } from './stream-columns.ts';

const hash = 'hash(e, anonymous_id, user_id)';

/**
 * Knows which links are stored already. An app says with every event who its user is; only what is new, or earlier
 * than what is known, becomes a row, or `links` would grow as fast as `events`.
 */
export class KnownLinks {
  readonly #maxBytes: number;
  #times: LinkTimes;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
    this.#times = new LinkTimes(maxBytes);
  }

  /** Undefined when there are more than it may remember: then the store itself must be asked. */
  get times(): LinkTimes | undefined {
    return this.#times.isFull ? undefined : this.#times;
  }

  /** Reads every stored link; to be called again when links were taken out of the store. */
  async fill(connection: DuckDBConnection): Promise<void> {
    this.#times = new LinkTimes(this.#maxBytes);
    const sql = `SELECT ${hashHalves(hash)}, epoch_ms(linked_at)::DOUBLE FROM ${everywhere('links')}
      WHERE anonymous_id IS NOT NULL AND user_id IS NOT NULL`;
    await eachLink(connection, sql, (low, high, atMs) => this.#times.add(low, high, atMs));
  }

  /** To be called with links that are in the store, after their commit. */
  add(links: readonly PendingLink[]): void {
    for (const [low, high, atMs] of links) this.#times.add(low, high, atMs);
  }
}

type PendingLink = readonly [low: number, high: number, atMs: number];

/** The links that one load finds in its events. */
export class LoadLinks {
  readonly pending: PendingLink[] = [];
  readonly #known: KnownLinks;

  constructor(known: KnownLinks) {
    this.#known = known;
  }

  /** Stores the links of staged events that are no repeats, inside the load's transaction. */
  async takeStage(
    connection: DuckDBConnection,
    stage: string,
    isRepeat: string,
    destination: Destination,
  ): Promise<void> {
    await connection.run(`CREATE OR REPLACE TEMP TABLE stage_event_links AS
      SELECT p, e, log_tag, link.seq, link.idx, anonymous_id, user_id, link.device_id, link.ts AS linked_at FROM (
        SELECT p, e, any_value(log_tag) AS log_tag, anonymous_id, user_id,
          min({'ts': ts, 'seq': seq, 'idx': idx, 'device_id': device_id}) AS link
        FROM ${stage}
        WHERE state = ${GOOD} AND user_id IS NOT NULL AND anonymous_id IS NOT NULL AND NOT (${isRepeat})
        GROUP BY p, e, anonymous_id, user_id)`);
    const isNew = this.#known.times === undefined ? NOT_STORED : await this.#areNew(connection, this.#known.times);
    if (isNew === undefined) return;
    await connection.run(
      `INSERT INTO ${destination}.links BY NAME SELECT * FROM stage_event_links AS link WHERE ${isNew}`,
    );
  }

  /** The condition that holds for the new ones; undefined when there are none. */
  async #areNew(connection: DuckDBConnection, times: LinkTimes): Promise<string | undefined> {
    const [fresh, known]: [number[], number[]] = [[], []];
    let row = 0;
    const sql = `SELECT ${hashHalves(hash)}, epoch_ms(linked_at)::DOUBLE FROM stage_event_links ORDER BY rowid`;
    await eachLink(connection, sql, (low, high, atMs) => {
      if (times.isKnown(low, high, atMs)) known.push(row);
      else {
        fresh.push(row);
        this.pending.push([low, high, atMs]);
      }
      row++;
    });
    if (fresh.length === 0) return undefined;
    if (known.length === 0) return 'true';
    return fresh.length < known.length ? `rowid IN (${fresh.join(', ')})` : `rowid NOT IN (${known.join(', ')})`;
  }
}

const NOT_STORED = `NOT EXISTS (SELECT 1 FROM ${everywhere('links')} AS stored
  WHERE stored.p = link.p AND stored.e = link.e AND stored.anonymous_id = link.anonymous_id
    AND stored.user_id = link.user_id AND stored.linked_at <= link.linked_at)`;

async function eachLink(
  connection: DuckDBConnection,
  sql: string,
  visit: (low: number, high: number, atMs: number) => void,
): Promise<void> {
  for await (const { rowCount, column } of streamColumns(connection, sql)) {
    const [lows, highs, times] = [column(0), column(1), column(2)];
    for (let row = 0; row < rowCount; row++) {
      visit(lows[row] as number, highs[row] as number, times[row] as number);
    }
  }
}
