import type { DuckDBConnection } from '@duckdb/node-api';
import { GOOD } from '../loading/stage-batches.ts';
import { streamColumns } from '../queries/stream-columns.ts';
import { WholeResult } from '../queries/whole-result.ts';
import { type Destination, everywhere } from '../recent-rows.ts';
import { LinkTimes } from './link-times.ts';
import { hashHalves } from './read-hashes.ts';

const hash = 'hash(e, anonymous_id, user_id)';
/** The place of a row: in a table that the same transaction has made, rowids do not begin with 0. */
const rowOf = (stage: string): string => `(rowid - (SELECT min(rowid) FROM ${stage}))::UINTEGER`;

/**
 * Knows which links are stored already. An app says with every event who its user is; only what is new, or earlier
 * than what is known, becomes a row, or `links` would grow as fast as `events`. With more links than there is memory for
 * one that has not been seen for long is written again: the earliest counts, so that changes no answer.
 */
export class KnownLinks {
  readonly #maxBytes: number;
  #times: LinkTimes;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
    this.#times = new LinkTimes(maxBytes);
  }

  isKnown(low: number, high: number, atMs: number): boolean {
    return this.#times.isKnown(low, high, atMs);
  }

  /** Reads every stored link; to be called again when links were taken out of the store. */
  async fill(connection: DuckDBConnection): Promise<void> {
    this.#times = new LinkTimes(this.#maxBytes);
    await this.addFrom(connection, everywhere('links'));
  }

  /** Reads some more of them. */
  async addFrom(connection: DuckDBConnection, source: string): Promise<void> {
    const sql = `SELECT ${hashHalves(hash)}, epoch_ms(linked_at)::DOUBLE, 0::UINTEGER FROM ${source}
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
  /** A load in parts must also know its own earlier parts. */
  readonly #inLoad = new LinkTimes(Number.POSITIVE_INFINITY);

  readonly #isKeepingAll: boolean;

  /** `isKeepingAll`: the load takes rows away, and with them perhaps the link that makes another needless. */
  constructor(known: KnownLinks, isKeepingAll = false) {
    this.#known = known;
    this.#isKeepingAll = isKeepingAll;
  }

  /** Stores the links of staged events that are no repeats, inside the load's transaction. */
  async takeStage(
    connection: DuckDBConnection,
    stage: string,
    isRepeat: string,
    destination: Destination,
  ): Promise<void> {
    const isLink = `state = ${GOOD} AND user_id IS NOT NULL AND anonymous_id IS NOT NULL AND NOT (${isRepeat})`;
    const isNew = await this.#findNew(connection, stage, isLink);
    if (isNew === undefined) return;
    await connection.run(`INSERT INTO ${destination}.links BY NAME
      SELECT p, e, log_tag, seq, idx, anonymous_id, user_id, device_id, ts AS linked_at FROM ${stage} AS link
      WHERE ${isNew}`);
  }

  /** The condition that holds for the earliest event of each link that is not known; undefined when there are none. */
  async #findNew(connection: DuckDBConnection, stage: string, isLink: string): Promise<string | undefined> {
    const isNewRow: string[] = [];
    const row = rowOf(stage);
    const sql = `SELECT ${hashHalves(hash)}, epoch_ms(ts)::DOUBLE, ${row} FROM ${stage} WHERE ${isLink} ORDER BY ts, rowid`;
    await eachLink(connection, sql, (low, high, atMs, at) => {
      const isKnown = this.#known.isKnown(low, high, atMs) || this.#inLoad.isKnown(low, high, atMs);
      if (isKnown && !this.#isKeepingAll) return;
      this.#inLoad.add(low, high, atMs);
      this.pending.push([low, high, atMs]);
      isNewRow[at] = '1';
    });
    if (isNewRow.length === 0) return undefined;
    // As bits, because thousands of numbers would take longer to read than the events themselves.
    const bits = Array.from(isNewRow, (bit) => bit ?? '0').join('');
    return `${row} < ${bits.length} AND get_bit('${bits}'::BIT, least(${row}, ${bits.length - 1})::INTEGER) = 1`;
  }
}

async function eachLink(
  connection: DuckDBConnection,
  sql: string,
  visit: (low: number, high: number, atMs: number, row: number) => void,
): Promise<void> {
  const whole = await WholeResult.of(connection, sql);
  for await (const { rowCount, column } of streamColumns(connection, sql)) {
    whole.read(rowCount);
    const [lows, highs, times, rows] = [column(0), column(1), column(2), column(3)];
    for (let at = 0; at < rowCount; at++) {
      visit(lows[at] as number, highs[at] as number, times[at] as number, rows[at] as number);
    }
  }
  whole.throwIfCutShort();
}
