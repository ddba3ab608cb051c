import { DAY_MS, MINUTE_MS } from '@lamppost/protocol';
import type { AttemptStore, WaitingSegments } from '../../../control/attempts/attempt-store.ts';
import type { ClickhouseClient } from '../../../engines/clickhouse/clickhouse-client.ts';
import { type Layout, SINGLE_NODE, storedTable } from '../layouts/layout.ts';
import { mutate } from '../layouts/mutate.ts';
import { systemRowsEverywhere } from '../layouts/system-rows.ts';
import { dropLanded, LANDING_TABLE } from '../loading/landing.ts';
import { tableNames } from '../tables.ts';
import { type VisibleAttempts, visibleParams, visible as visibleRows } from '../visible.ts';

export interface StoreHousekeepingDeps {
  readonly client: ClickhouseClient;
  readonly attempts: Pick<AttemptStore, 'givenUp' | 'forget'>;
  readonly layout?: Layout | undefined;
}

/** Longer than any statement of a loader runs: what it wrote late is deleted as well. */
const DELETED_AFTER_MS = 15 * MINUTE_MS;
const FORGOTTEN_AFTER_MS = DAY_MS;
/** Shipped lines are kept this long after they were loaded, for debugging. */
const LANDED_FOR_MS = 10 * MINUTE_MS;

/** What nobody needs any more leaves the shared store. Any edge may do it; what is done twice does no harm. */
export class StoreHousekeeping {
  readonly #client: ClickhouseClient;
  readonly #attempts: StoreHousekeepingDeps['attempts'];
  readonly #layout: Layout;

  constructor({ client, attempts, layout = SINGLE_NODE }: StoreHousekeepingDeps) {
    this.#client = client;
    this.#attempts = attempts;
    this.#layout = layout;
  }

  async run(
    { oldestSealedAtMs }: Pick<WaitingSegments, 'oldestSealedAtMs'>,
    visible: VisibleAttempts,
    nowMs = Date.now(),
  ): Promise<void> {
    await dropLanded(this.#client, this.#layout, Math.min(oldestSealedAtMs ?? nowMs, nowMs) - LANDED_FOR_MS);
    await this.#removeGivenUp(nowMs);
    await this.#noteScrubbed(visible, nowMs);
  }

  async #removeGivenUp(nowMs: number): Promise<void> {
    const attempts = await this.#attempts.givenUp(nowMs - DELETED_AFTER_MS);
    if (attempts.length === 0) return;
    const isGivenUp = `attempt IN (${attempts.join(', ')})`;
    for (const table of tableNames) {
      const [[rows] = []] = await this.#client.rows(`SELECT count() FROM ${table} WHERE ${isGivenUp}`);
      if (Number(rows) === 0) continue;
      await mutate(this.#client, this.#layout, table, `DELETE WHERE ${isGivenUp}`);
    }
    for (const attempt of await this.#attempts.givenUp(nowMs - FORGOTTEN_AFTER_MS))
      await this.#attempts.forget(attempt);
  }

  /**
   * ClickHouse keeps a part that was rewritten for some minutes. When none is left from before a removal, its bytes are
   * gone from the store, and from the landing table once its partition was dropped. A replica that was down has yet to
   * make the change.
   */
  async #noteScrubbed(visible: VisibleAttempts, nowMs: number): Promise<void> {
    const params = visibleParams(visible);
    const waiting = await this.#client.rows(
      `SELECT toString(id), max(received_ms) FROM ${visibleRows('removals')} WHERE NOT is_scrubbed GROUP BY id`,
      { params },
    );
    if (waiting.length === 0) return;
    const [[unfinished] = []] = await this.#client.rows(
      `SELECT count() FROM ${systemRowsEverywhere(this.#layout, 'mutations')} AND NOT is_done`,
    );
    if (Number(unfinished) > 0) return;
    const [[oldestMs] = []] = await this.#client.rows(
      `SELECT toUnixTimestamp(min(modification_time)) * 1000 FROM ${systemRowsEverywhere(this.#layout, 'parts')}
        AND (NOT active OR table = '${storedTable(this.#layout, LANDING_TABLE)}')`,
    );
    const goneBeforeMs = Number(oldestMs) === 0 ? nowMs : Number(oldestMs);
    const done = waiting.filter(([, receivedMs]) => Number(receivedMs) < goneBeforeMs).map(([id]) => `'${id}'`);
    if (done.length === 0) return;
    await mutate(this.#client, this.#layout, 'removals', `UPDATE is_scrubbed = true WHERE id IN (${done.join(', ')})`);
  }
}
