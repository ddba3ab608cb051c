import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Db } from '../sql/db.ts';
import { chosenId, integer, text } from '../sql/sql-type.ts';
import { statement } from '../sql/statement.ts';
import type { KnownDevices } from './known-devices.ts';

const ROWS_A_TURN = 5_000;

const COUNT = statement({ sql: 'SELECT count(*) AS count FROM devices', row: { count: integer } });
const AFTER = statement({
  sql: `SELECT environment_id AS environmentId, device_id AS deviceId FROM devices
    WHERE (environment_id, device_id) > (:environmentId, :deviceId) ORDER BY environment_id, device_id LIMIT :limit`,
  params: { environmentId: text, deviceId: chosenId, limit: integer },
  row: { environmentId: text, deviceId: chosenId },
});

export async function countDevices(db: Db): Promise<number> {
  return (await db.one(COUNT, {}))?.count ?? 0;
}

/** Reads all devices a piece at a time, so that operations in between do not wait; stops when `isWanted` says no. */
export async function fillKnownDevices(db: Db, known: KnownDevices, isWanted: () => boolean): Promise<void> {
  let after = { environmentId: '', deviceId: '' };
  for (;;) {
    if (!isWanted()) return;
    const rows = await db.all(AFTER, { ...after, limit: ROWS_A_TURN });
    for (const { environmentId, deviceId } of rows) known.add(environmentId, deviceId);
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_A_TURN) break;
    after = last;
    await nextTurn();
  }
  known.markComplete();
}
