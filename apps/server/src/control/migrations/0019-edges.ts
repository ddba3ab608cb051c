import type { Kysely, Migration } from 'kysely';

/** The edges that share a control plane, and which of them does a job. */
export const edges: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const { sql } = await import('kysely');
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `CREATE TABLE edges (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    version TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    seen_at INTEGER NOT NULL,
    state TEXT NOT NULL
  ) WITHOUT ROWID`,
  // Holds nothing in a file of one server, which keeps its generation beside its snapshot.
  `CREATE TABLE edge_generation (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    generation TEXT NOT NULL
  )`,
  `CREATE TABLE leases (
    name TEXT PRIMARY KEY,
    holder TEXT,
    token INTEGER NOT NULL,
    renewals INTEGER NOT NULL
  ) WITHOUT ROWID`,
];
