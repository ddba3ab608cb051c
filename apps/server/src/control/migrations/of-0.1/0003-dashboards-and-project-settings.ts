import type { Kysely, Migration } from 'kysely';

export const dashboardsAndProjectSettings: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const { sql } = await import('kysely');
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  "ALTER TABLE projects ADD COLUMN timezone TEXT NOT NULL DEFAULT 'UTC'",
  'ALTER TABLE projects ADD COLUMN retention_days INTEGER',
  `CREATE TABLE dashboards (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL REFERENCES projects (id),
    name TEXT NOT NULL,
    description TEXT,
    layout TEXT NOT NULL,
    archived_at INTEGER,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) WITHOUT ROWID`,
  'CREATE INDEX dashboards_by_project ON dashboards (project_id, id)',
  // Ids are in the order of creation, which is the order in which widgets are shown.
  `CREATE TABLE widgets (
    dashboard_id TEXT NOT NULL REFERENCES dashboards (id),
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    description TEXT,
    position TEXT NOT NULL,
    query TEXT NOT NULL,
    viz TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (dashboard_id, id)
  ) WITHOUT ROWID`,
];
