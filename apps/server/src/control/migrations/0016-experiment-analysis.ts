import type { Kysely, Migration } from 'kysely';

/** How an experiment is judged; of one from before, and of every key that is not there, the defaults. */
export const experimentAnalysis: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const { sql } = await import('kysely');
    await sql.raw("ALTER TABLE experiments ADD COLUMN analysis TEXT NOT NULL DEFAULT '{}'").execute(db);
  },
};
