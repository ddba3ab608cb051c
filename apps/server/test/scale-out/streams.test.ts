import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestServer, waitUntil } from '../harness/server.ts';
import { StreamReader } from '../harness/stream-reader.ts';
import { PostgresServer } from './engines/postgres-server.ts';

const isLong = process.env.LP_SCALE_OUT === 'full';
const [streamCount, edits] = isLong ? [500, 40] : [100, 10];
/** What is changed on one edge is in force on every other within this time. */
const IN_FORCE_MS = 2_000;

let postgres: PostgresServer;
let edges: TestServer[];
beforeAll(async () => {
  postgres = await PostgresServer.start();
  const env = { LP_DATABASE_URL: await postgres.createDatabase('streams'), LP_SEPARATE_STORES: 'true' };
  const first = await TestServer.start({ env });
  edges = [first, await TestServer.startBeside(first, { env })];
  await first.liftLimits();
  const flag = { key: 'count', name: 'Count', platforms: ['web'], value_type: 'number', default_value: 0 };
  expect((await first.post('/v1/flags', flag)).status).toBe(201);
});
afterAll(async () => {
  for (const edge of edges) await edge.stop();
  await postgres.remove();
});

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

test(`an edit reaches ${streamCount} streams over two edges within two seconds`, async () => {
  const [first, second] = edges as [TestServer, TestServer];
  const streams = await Promise.all(
    Array.from({ length: streamCount }, (_, at) => {
      const edge = at % 2 === 0 ? first : second;
      return StreamReader.open(`${edge.url}/v1/config/stream`, { Authorization: `Bearer ${edge.keys.publishable}` });
    }),
  );
  await waitUntil(() => streams.every(({ messages }) => messages.length > 0));
  const elapsed: number[] = [];
  for (let value = 1; value <= edits; value += 1) {
    const edge = value % 2 === 0 ? first : second;
    const counts = streams.map(({ messages }) => messages.length);
    const startedAt = performance.now();
    const init = {
      method: 'PATCH',
      body: JSON.stringify({ default_value: value }),
      headers: { 'Content-Type': 'application/json' },
    };
    expect((await edge.request('/v1/flags/count', init)).status).toBe(200);
    await waitUntil(() => streams.every(({ messages }, at) => messages.length > (counts[at] ?? 0)), IN_FORCE_MS);
    for (const [at, { messages }] of streams.entries())
      elapsed.push((messages[counts[at] ?? 0]?.atMs ?? NaN) - startedAt);
  }
  await Promise.all(streams.map((stream) => stream.close()));
  const sorted = elapsed.sort((a, b) => a - b);
  const [p50, p99] = [percentile(sorted, 0.5), percentile(sorted, 0.99)];
  console.log(
    `${edits} edits to ${streamCount} streams over two edges: p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`,
  );
  expect(p99).toBeLessThan(IN_FORCE_MS);
}, 120_000);
