import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PostgresControlPlane } from '../../../compose/control/postgres-control-plane.ts';
import { TestDatabases } from '../test-database.contract.ts';

const databases = new TestDatabases();
let control: PostgresControlPlane;
let client: pg.Client;
beforeAll(async () => {
  await databases.open();
  const { url } = await databases.create();
  control = new PostgresControlPlane({ url });
  control.start();
  await control.ready();
  client = new pg.Client(url);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await control.close();
  await databases.close();
});

/** As a version did that knew one loader only. */
const beginAsBefore = (attempt: number) =>
  client.query(`INSERT INTO load_attempts (attempt, state, began_at, counters) VALUES (${attempt}, 'open', 0, '{}')`);

test('a server that knows one loader begins an attempt while there is one, and is refused while there are several', async () => {
  await beginAsBefore(1);
  await control.attempts.setLoaders(2);
  await expect(beginAsBefore(2)).rejects.toThrow('but there are 2: upgrade it');
  // Neither can it commit what it had begun.
  const committed = await client.query(
    `UPDATE load_attempts SET state = 'committed' WHERE attempt = 1 AND state = 'open'`,
  );
  expect(committed.rowCount).toBe(0);
  await control.attempts.setLoaders(1);
  await beginAsBefore(2);
});
