import { closeSync, fsyncSync, openSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { openSqlite } from '../../engines/sqlite/sqlite-driver.ts';

const { from, to } = workerData as { readonly from: string; readonly to: string };
const BUSY_TIMEOUT_MS = 30_000;

const database = openSqlite(from);
try {
  database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  database.exec(`VACUUM INTO '${to.replaceAll("'", "''")}'`);
} finally {
  database.close();
}

const copy = openSqlite(to);
try {
  const [found] = copy.prepare('PRAGMA quick_check(1)').all() as { quick_check?: string }[];
  if (found?.quick_check !== 'ok') throw new Error(`the copy is damaged: ${found?.quick_check}`);
} finally {
  copy.close();
}

const file = openSync(to, 'r');
fsyncSync(file);
closeSync(file);
