import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestServer, waitUntil } from '../harness/server.ts';
import { ClickhouseServer } from './engines/clickhouse-server.ts';

/** Every step at which a process that ships or loads can end, the last ones first: each happens once. */
const steps = [
  'shipper.landed',
  'shipper.noted',
  'attempt.begun',
  'attempt.fetched',
  'attempt.table_written',
  'attempt.rows_written',
  'attempt.written',
  'attempt.committed',
];

let clickhouse: ClickhouseServer;
const marks = mkdtempSync(join(tmpdir(), 'lamppost-marks-'));
beforeAll(async () => {
  clickhouse = await ClickhouseServer.start();
});
afterAll(async () => {
  await clickhouse.remove();
  rmSync(marks, { recursive: true, force: true });
});

/** Sends batches until told to stop; what was acknowledged is remembered. An id may be sent twice. */
async function sendAll(edge: TestServer, state: { isOver: boolean }, acknowledged: Set<string>): Promise<void> {
  for (let at = 0; !state.isOver; at++) {
    const ids = [`id-${at}`, `id-${at}b`, `id-${Math.max(0, at - 7)}`];
    const batch = ids.map((event_id) => ({ event: 'sent', event_id, properties: { at } }));
    const response = await edge.post('/v1/ingest', { batch }, { key: edge.keys.publishable });
    expect(response.status).toBe(202);
    for (const id of ids) acknowledged.add(id);
    await sleep(20);
  }
}

test('whichever step the store process dies at, what was acknowledged is stored once', async () => {
  const points = steps.map((step, at) => `${step}=kill:${at < 2 ? 1 : 2}:${join(marks, step)}`).join(',');
  const env = { LP_CLICKHOUSE_URL: clickhouse.urlOf('kills'), LP_FAIL_POINTS: points };
  const edge = await TestServer.start({ env });
  try {
    await edge.liftLimits();
    const [state, acknowledged] = [{ isOver: false }, new Set<string>()];
    const sending = sendAll(edge, state, acknowledged);
    await waitUntil(() => readdirSync(marks).length === steps.length, 120_000);
    state.isOver = true;
    await sending;
    await edge.waitForCount(acknowledged.size, '?event=sent', undefined, 60_000);
    const rows = await clickhouseRows('kills', 'SELECT count(), uniqExact(attempt) FROM events');
    // More rows than count: attempts that were given up have left some, which nobody sees.
    expect(Number(rows[0]?.[0])).toBeGreaterThan(acknowledged.size);
  } finally {
    await edge.stop();
  }
}, 200_000);

test('without the list of attempts that were given up events would be counted twice', async () => {
  const [[all, once] = []] = await clickhouseRows('kills', 'SELECT count(), uniqExact(id_text) FROM events');
  expect(Number(all)).toBeGreaterThan(Number(once));
});

async function clickhouseRows(database: string, sql: string): Promise<(string | number)[][]> {
  const response = await fetch(`${clickhouse.urlOf('')}?database=${database}&default_format=JSONCompactEachRow`, {
    method: 'POST',
    body: sql,
  });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as (string | number)[]);
}
