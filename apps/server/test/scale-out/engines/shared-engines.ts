import { ClickhouseServer } from './clickhouse-server.ts';
import { PostgresServer } from './postgres-server.ts';
import { RedisServer } from './redis-server.ts';

let postgres: PostgresServer | undefined;
let redis: RedisServer | undefined;
let clickhouse: ClickhouseServer | undefined;

/** One of each for all tests that do not stop them; each test takes databases of its own. */
export async function setup(): Promise<void> {
  postgres = await PostgresServer.start();
  process.env.LP_TEST_POSTGRES_URL = postgres.urlOf('postgres');
  redis = await RedisServer.start();
  process.env.LP_TEST_REDIS_URL = redis.url;
  if (process.env.LP_TEST_CLICKHOUSE_URL !== undefined) return;
  clickhouse = await ClickhouseServer.start();
  process.env.LP_TEST_CLICKHOUSE_URL = clickhouse.urlOf('default');
}

export async function teardown(): Promise<void> {
  await postgres?.remove();
  await redis?.remove();
  await clickhouse?.remove();
}
