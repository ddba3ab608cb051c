import type { Kysely, Migration } from 'kysely';

/** Several loaders of a shared analytics store, each for some of the projects. */
export const loaders: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const { sql } = await import('kysely');
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `CREATE TABLE loader_count (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    loaders INTEGER NOT NULL
  )`,
  'INSERT INTO loader_count (id, loaders) VALUES (1, 1)',
  `CREATE TABLE loaded_parts (
    log_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    loaders INTEGER NOT NULL,
    loader INTEGER NOT NULL,
    PRIMARY KEY (log_id, number, loaders, loader)
  ) WITHOUT ROWID`,
  'ALTER TABLE load_attempts ADD COLUMN loader INTEGER NOT NULL DEFAULT 1',
  'ALTER TABLE load_attempts ADD COLUMN loaders INTEGER NOT NULL DEFAULT 1',
];
