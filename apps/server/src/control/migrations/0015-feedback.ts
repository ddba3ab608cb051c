import type { Kysely, Migration } from 'kysely';

/** What people wrote to anyone who runs the installation. */
export const feedback: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const { sql } = await import('kysely');
    await sql
      .raw(
        `CREATE TABLE feedback (
          id TEXT PRIMARY KEY,
          type TEXT NOT NULL CHECK (type IN ('bug', 'feature', 'general')),
          message TEXT NOT NULL,
          metadata TEXT,
          project_id TEXT REFERENCES projects (id),
          created_at INTEGER NOT NULL
        ) WITHOUT ROWID`,
      )
      .execute(db);
  },
};
