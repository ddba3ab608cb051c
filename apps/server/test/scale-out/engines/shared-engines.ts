import { PostgresServer } from './postgres-server.ts';

let postgres: PostgresServer | undefined;

/** One PostgreSQL for all tests that do not stop it; each takes databases of its own. */
export async function setup(): Promise<void> {
  postgres = await PostgresServer.start();
  process.env.LP_TEST_POSTGRES_URL = postgres.urlOf('postgres');
}

export async function teardown(): Promise<void> {
  await postgres?.remove();
}
