import type { Kysely, Migration } from 'kysely';

/** When the report was received that a description is from; NULL for those from before: then it was no later than the row. */
export const crashDescriptions: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const { sql } = await import('kysely');
    await sql.raw('ALTER TABLE crash_fingerprints ADD COLUMN described_at INTEGER').execute(db);
  },
};
