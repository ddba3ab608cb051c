import type { Kysely, Migration } from 'kysely';

/** The text of publishable keys, which are no secrets; of those that are there already only the hash is known. */
export const publishableKeys: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const { sql } = await import('kysely');
    await sql.raw('ALTER TABLE api_keys ADD COLUMN text TEXT').execute(db);
  },
};
