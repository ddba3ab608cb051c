import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestServer } from '../harness/server.ts';
import { ClickhouseFaults } from './engines/clickhouse-faults.ts';
import { ClickhouseServer } from './engines/clickhouse-server.ts';
import { PostgresServer } from './engines/postgres-server.ts';
import { runLamppost } from './engines/run-lamppost.ts';

let postgres: PostgresServer;
let clickhouse: ClickhouseServer;
let faults: ClickhouseFaults;
let lost: TestServer;
let other: TestServer;
let env: { readonly LP_DATABASE_URL: string; readonly LP_CLICKHOUSE_URL: string };

beforeAll(async () => {
  postgres = await PostgresServer.start();
  clickhouse = await ClickhouseServer.start();
  faults = await ClickhouseFaults.start(clickhouse.port);
  env = { LP_DATABASE_URL: await postgres.createDatabase('drained'), LP_CLICKHOUSE_URL: clickhouse.urlOf('drained') };
  lost = await TestServer.start({ env: { ...env, LP_CLICKHOUSE_URL: faults.urlOf('drained') } });
  other = await TestServer.startBeside(lost, { env });
  await lost.liftLimits();
});
afterAll(async () => {
  await other.dispose();
  await faults.close();
  await clickhouse.remove();
  await postgres.remove();
});

const send = async (edge: TestServer, first: number, count: number): Promise<void> => {
  const batch = Array.from({ length: count }, (_, at) => ({ event: 'sent', event_id: `id-${first + at}` }));
  expect((await edge.post('/v1/ingest', { batch }, { key: edge.keys.publishable })).status).toBe(202);
};

test('what an edge had accepted and could not send is sent from its disk, once, however often', async () => {
  await send(lost, 0, 10);
  await other.waitForCount(10);
  faults.fault = 'down';
  for (let at = 1; at < 5; at++) await send(lost, at * 10, 10);
  await lost.kill();
  const first = await runLamppost(['drain', '--data-dir', lost.dataDir], env);
  expect(first).toMatchObject({ code: 0, err: '' });
  expect(first.out).toMatch(/^Sent \d+ segments \(\d+ MB\) of .+\. The other servers load them now\.\n$/);
  await other.waitForCount(50);
  const again = await runLamppost(['drain', '--data-dir', lost.dataDir], env);
  expect(again.out).toMatch(/^Sent 0 segments/);
  await send(other, 45, 10);
  await other.waitForCount(55);
  await lost.dispose();
}, 60_000);

test('a directory that is in use, or not there, or settings that are missing are refused with one line', async () => {
  const inUse = await runLamppost(['drain', '--data-dir', other.dataDir], env);
  expect(inUse).toMatchObject({ code: 1, out: '' });
  expect(inUse.err).toMatch(/in use/);
  const absent = await runLamppost(['drain', '--data-dir', '/nowhere/at/all'], env);
  expect(absent).toMatchObject({ code: 1, out: '' });
  const without = await runLamppost(['drain', '--data-dir', other.dataDir], { ...env, LP_CLICKHOUSE_URL: '' });
  expect(without.err).toMatch(/LP_DATABASE_URL and LP_CLICKHOUSE_URL/);
});
