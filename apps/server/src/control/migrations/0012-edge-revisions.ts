import type { Kysely, Migration } from 'kysely';

/** How far the rows that requests need have moved on, and those of each group. */
export const edgeRevisions: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const { sql } = await import('kysely');
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `CREATE TABLE edge_revision (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    revision INTEGER NOT NULL,
    change_id TEXT
  )`,
  'INSERT INTO edge_revision (id, revision, change_id) SELECT 1, 0, max(id) FROM changes',
  'ALTER TABLE groups ADD COLUMN members_revision INTEGER NOT NULL DEFAULT 0',
];
