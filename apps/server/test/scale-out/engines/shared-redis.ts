import { RedisServer } from './redis-server.ts';

let redis: RedisServer | undefined;

/** One Redis for all tests that do not stop it; each takes a database of its own. */
export async function setup(): Promise<void> {
  redis = await RedisServer.start();
  process.env.LP_TEST_REDIS_URL = redis.url;
}

export async function teardown(): Promise<void> {
  await redis?.remove();
}
