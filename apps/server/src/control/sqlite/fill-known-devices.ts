import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Sql } from '../../engines/sqlite/sql.ts';
import { readId } from '../../engines/sqlite/stored-text.ts';
import type { KnownDevices } from './known-devices.ts';

const ROWS_A_TURN = 5_000;

/** Reads all devices a piece at a time, so that operations in between do not wait; stops when `isWanted` says no. */
export async function fillKnownDevices(sql: Sql, known: KnownDevices, isWanted: () => boolean): Promise<void> {
  let [environmentId, deviceId] = ['', ''];
  for (;;) {
    if (!isWanted()) return;
    const rows = sql.all<{ environment_id: string; device_id: string }>(
      `SELECT environment_id, device_id FROM devices WHERE (environment_id, device_id) > (?, ?)
       ORDER BY environment_id, device_id LIMIT ${ROWS_A_TURN}`,
      environmentId,
      deviceId,
    );
    for (const row of rows) known.add(row.environment_id, readId(row.device_id));
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_A_TURN) break;
    [environmentId, deviceId] = [last.environment_id, last.device_id];
    await nextTurn();
  }
  known.markComplete();
}
