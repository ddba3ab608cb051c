import type { Kysely, Migration } from 'kysely';

/** Links that show a dashboard to anyone who has them, and views of list pages that members save for themselves. */
export const sharing: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const { sql } = await import('kysely');
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `CREATE TABLE dashboard_shares (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL REFERENCES projects (id),
    dashboard_id TEXT NOT NULL REFERENCES dashboards (id),
    environment_id TEXT NOT NULL REFERENCES environments (id),
    name TEXT,
    token_hash TEXT NOT NULL UNIQUE,
    created_by TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    last_used_at INTEGER
  ) WITHOUT ROWID`,
  'CREATE INDEX dashboard_shares_by_dashboard ON dashboard_shares (dashboard_id, id)',
  `CREATE TABLE saved_views (
    id TEXT PRIMARY KEY,
    member_id TEXT NOT NULL,
    project_id TEXT NOT NULL,
    page TEXT NOT NULL,
    name TEXT NOT NULL,
    search TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    UNIQUE (member_id, project_id, page, name),
    FOREIGN KEY (member_id, project_id) REFERENCES memberships (member_id, project_id) ON DELETE CASCADE
  ) WITHOUT ROWID`,
];
