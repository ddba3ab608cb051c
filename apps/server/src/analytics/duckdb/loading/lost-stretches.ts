import type { DuckDBConnection } from '@duckdb/node-api';
import type { LostStretch, SegmentToLoad } from '../../../collect/loader/load-target.ts';
import type { StoreCounters } from '../../analytics-store.ts';
import type { Destination } from '../recent-rows.ts';
import { quoted } from '../sql-text.ts';
import { itemKinds } from './item-kinds.ts';
import { hourOf, type LoadLedger } from './load-ledger.ts';
import { FAILED_INDEX_BIT } from './stage-failed-events.ts';

/** Set in the index of a record that was damaged on disk: its sequence is not to be trusted to be its own. */
const DAMAGED_INDEX_BIT = 0x2000_0000;

/** Writes down what a segment lost; what can still be told to a project is a failed event of it. */
export async function insertLost(
  connection: DuckDBConnection,
  { logId, number, lost, loss }: SegmentToLoad,
  logTag: number,
  destination: Destination,
  ledger: LoadLedger,
): Promise<Partial<StoreCounters>> {
  let failedEvents = 0;
  for (const [at, { offset, bytes, reason, record }] of lost.entries()) {
    await connection.run(
      `INSERT INTO ${destination}.log_damage VALUES ('${logId}', ${number}, ${offset}, ${bytes}, ${quoted(reason)},
        make_timestamp_ms(${Date.now()}))`,
    );
    if (record === undefined) continue;
    const { projectId, environmentId, sequence, receivedAtMs, rawJson } = record;
    countLost(ledger, record);
    const index = FAILED_INDEX_BIT + DAMAGED_INDEX_BIT + at;
    await connection.run(
      `INSERT INTO ${destination}.failed_events BY NAME SELECT ${quoted(projectId)}::UUID AS p, ${quoted(environmentId)}::UUID AS e,
        ${logTag} AS log_tag, ${sequence} AS seq, ${index} AS idx, 'poison' AS kind, '' AS name,
        'damaged on disk' AS reason, ${quoted(rawJson)} AS raw, make_timestamp_ms(${receivedAtMs}) AS received`,
    );
    failedEvents++;
  }
  const { records: damagedRecords, events: lostEvents, uncountedRecords } = loss;
  return { failedEvents, damagedRecords, lostEvents, uncountedRecords };
}

/** Damage that still says what it was is on both sides of the ledger; any other is on neither. */
function countLost(ledger: LoadLedger, record: NonNullable<LostStretch['record']>): void {
  const kind = record.kind in itemKinds ? itemKinds[record.kind as keyof typeof itemKinds] : undefined;
  if (kind === undefined) return;
  const { projectId, environmentId, items } = record;
  const entry = { projectId, environmentId, hourMs: hourOf(record.receivedAtMs), kind, items };
  ledger.add({ ...entry, outcome: 'received', reason: '' });
  ledger.add({ ...entry, outcome: 'failed', reason: 'damaged' });
}
