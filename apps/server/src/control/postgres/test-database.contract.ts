import pg from 'pg';

/** New databases on the server that was started for the tests. */
export class TestDatabases {
  readonly #admin = new pg.Client(serverUrl());
  readonly #prefix = `test_${process.pid}_${Date.now().toString(36)}`;
  #made = 0;

  async open(): Promise<void> {
    await this.#admin.connect();
  }

  /** Empty, or a copy of another one that nobody is connected to. */
  async create(template = 'template1'): Promise<{ readonly name: string; readonly url: string }> {
    this.#made += 1;
    const name = `${this.#prefix}_${this.#made}`;
    await this.#admin.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
    const url = new URL(serverUrl());
    url.pathname = name;
    return { name, url: url.href };
  }

  close(): Promise<void> {
    return this.#admin.end();
  }
}

function serverUrl(): string {
  const url = process.env.LP_TEST_POSTGRES_URL;
  if (url === undefined) throw new Error('These tests need PostgreSQL: npm run test:scale-out starts one.');
  return url;
}
