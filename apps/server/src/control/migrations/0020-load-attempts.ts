import type { Kysely, Migration } from 'kysely';

/** Which segments a shared analytics store was sent, and which of its rows count. */
export const loadAttempts: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const { sql } = await import('kysely');
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `CREATE TABLE shipped_segments (
    log_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    lines INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    sealed_at INTEGER NOT NULL,
    shipped_at INTEGER NOT NULL,
    PRIMARY KEY (log_id, number)
  ) WITHOUT ROWID`,
  `CREATE TABLE loaded_logs (
    log_id TEXT PRIMARY KEY,
    up_to INTEGER NOT NULL,
    skipped TEXT NOT NULL,
    segment_end TEXT NOT NULL
  ) WITHOUT ROWID`,
  `CREATE TABLE load_attempts (
    attempt INTEGER PRIMARY KEY,
    state TEXT NOT NULL,
    began_at INTEGER NOT NULL,
    ended_at INTEGER,
    counters TEXT NOT NULL
  ) WITHOUT ROWID`,
];
