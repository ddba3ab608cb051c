import type { Kysely, Migration } from 'kysely';

/** Conditions on who can be in an experiment. */
export const experimentAudience: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const { sql } = await import('kysely');
    await sql.raw("ALTER TABLE experiments ADD COLUMN audience TEXT NOT NULL DEFAULT '[]'").execute(db);
  },
};
