import type { Kysely, Migration } from 'kysely';

/** How far a secret key reaches. Those that are there already reach the whole project, as they always did. */
export const keyScopes: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const { sql } = await import('kysely');
    await sql.raw("ALTER TABLE api_keys ADD COLUMN scope TEXT NOT NULL DEFAULT 'project'").execute(db);
  },
};
