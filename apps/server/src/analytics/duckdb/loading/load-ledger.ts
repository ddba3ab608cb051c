import type { DuckDBConnection } from '@duckdb/node-api';
import { HOUR_MS } from '@lamppost/protocol';
import type { ItemKind, LedgerOutcome } from '../../ledger.ts';
import type { Destination } from '../recent-rows.ts';
import { quoted } from '../sql-text.ts';
import { ERASED, GOOD } from './stage-batches.ts';

export interface LedgerEntry {
  readonly projectId: string;
  readonly environmentId: string;
  /** Begin of the hour of receipt. */
  readonly hourMs: number;
  readonly kind: ItemKind;
  readonly outcome: LedgerOutcome;
  readonly reason: string;
  readonly items: number;
}

interface LedgerStage {
  readonly stage: string;
  readonly ledger?: LedgerSource;
}

export const hourOf = (receivedAtMs: number): number => Math.floor(receivedAtMs / HOUR_MS) * HOUR_MS;

/**
 * What one load has received and what became of it; written in the transaction that stores the rows.
 * What was received is what the records say, never the sum of the outcomes, so that adding up is a check.
 */
export class LoadLedger {
  readonly #entries = new Map<string, LedgerEntry>();

  add(entry: LedgerEntry): void {
    if (entry.items === 0) return;
    const { projectId, environmentId, hourMs, kind, outcome, reason } = entry;
    const key = JSON.stringify([projectId, environmentId, hourMs, kind, outcome, reason]);
    const before = this.#entries.get(key)?.items ?? 0;
    this.#entries.set(key, { ...entry, items: before + entry.items });
  }

  get entries(): readonly LedgerEntry[] {
    return [...this.#entries.values()];
  }

  /** By how many items the outcomes miss what was received; anything but 0 is a defect. */
  get unbalancedItems(): number {
    const balances = new Map<string, number>();
    for (const { projectId, environmentId, hourMs, kind, outcome, items } of this.entries) {
      if (outcome === 'replayed') continue;
      const key = JSON.stringify([projectId, environmentId, hourMs, kind]);
      balances.set(key, (balances.get(key) ?? 0) + (outcome === 'received' ? items : -items));
    }
    return [...balances.values()].reduce((sum, balance) => sum + Math.abs(balance), 0);
  }

  /** Counts a stage before it is dropped; `isRepeat` is the condition for a row that was left out. */
  async takeStage(connection: DuckDBConnection, { ledger, stage }: LedgerStage, isRepeat: string): Promise<void> {
    if (ledger === undefined) return;
    const result = await connection.run(
      `SELECT p::VARCHAR AS p, e::VARCHAR AS e, epoch_ms(received) // ${HOUR_MS} AS hour, item_kind, ${sums[ledger](isRepeat)}
        FROM ${stage} WHERE item_kind IS NOT NULL GROUP BY ALL`,
    );
    for (const row of await result.getRowObjectsJS()) {
      const entry = {
        projectId: String(row.p),
        environmentId: String(row.e),
        hourMs: Number(row.hour) * HOUR_MS,
        kind: row.item_kind as ItemKind,
      };
      const reason = String(row.reason ?? '');
      this.add({ ...entry, outcome: 'received', reason: '', items: Number(row.received ?? 0) });
      this.add({ ...entry, outcome: row.outcome as LedgerOutcome, reason, items: Number(row.kept) });
      this.add({ ...entry, outcome: 'duplicate', reason: '', items: Number(row.repeats) });
      this.add({ ...entry, outcome: 'erased', reason: '', items: Number(row.erased ?? 0) });
    }
  }

  async insert(connection: DuckDBConnection, destination: Destination): Promise<void> {
    if (this.#entries.size === 0) return;
    const values = this.entries.map(
      ({ projectId, environmentId, hourMs, kind, outcome, reason, items }) =>
        `('${projectId}', '${environmentId}', make_timestamp_ms(${hourMs}), '${kind}', '${outcome}', ${quoted(reason)}, ${items})`,
    );
    await connection.run(`INSERT INTO ${destination}.ledger VALUES ${values.join(', ')}`);
  }
}

/** A record's first row says what it brought; each good row is one item. */
const ofRecords = (isRepeat: string): string =>
  `'stored' AS outcome, sum(items) AS received, count(*) FILTER (state = ${GOOD} AND NOT (${isRepeat})) AS kept,
    count(*) FILTER (state = ${GOOD} AND ${isRepeat}) AS repeats, count(*) FILTER (state = ${ERASED}) AS erased`;

/** Their record has said that it brought them. */
const ofFailed = (isRepeat: string): string =>
  `CASE kind WHEN 'rejected' THEN 'rejected' ELSE 'failed' END AS outcome,
    CASE kind WHEN 'rejected' THEN reason ELSE kind END AS reason,
    sum(items) FILTER (NOT (${isRepeat})) AS kept, sum(items) FILTER (${isRepeat}) AS repeats`;

const ofTallies = (): string => 'outcome, reason, sum(items) AS received, sum(items) AS kept, 0 AS repeats';

/** Counted as failed when their batch came; from now on they are stored as well. */
const ofReplays = (isRepeat: string): string =>
  `'replayed' AS outcome, count(*) FILTER (state = ${GOOD} AND NOT (${isRepeat})) AS kept, 0 AS repeats`;

const sums = { replays: ofReplays, records: ofRecords, failed: ofFailed, tallies: ofTallies } as const;
export type LedgerSource = keyof typeof sums;
