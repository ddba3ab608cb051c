import type { Kysely, Migration } from 'kysely';

const statements = [
  `CREATE TABLE layers (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL REFERENCES projects (id),
    key TEXT NOT NULL,
    name TEXT NOT NULL,
    description TEXT,
    archived_at INTEGER,
    search TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    UNIQUE (project_id, key)
  ) WITHOUT ROWID`,
  'CREATE INDEX layers_by_project ON layers (project_id, id)',
  // A project has one. Its id is hashed, so it stays the same for as long as the same people are held out.
  `CREATE TABLE holdouts (
    project_id TEXT PRIMARY KEY REFERENCES projects (id),
    holdout_id TEXT NOT NULL,
    percentage REAL NOT NULL,
    began_at INTEGER,
    updated_at INTEGER NOT NULL
  ) WITHOUT ROWID`,
  "ALTER TABLE experiments ADD COLUMN overrides TEXT NOT NULL DEFAULT '[]'",
  'ALTER TABLE experiments ADD COLUMN layer_id TEXT REFERENCES layers (id)',
  'ALTER TABLE experiments ADD COLUMN ranges TEXT',
  'CREATE INDEX experiments_by_layer ON experiments (layer_id) WHERE layer_id IS NOT NULL',
];

/** Testers, layers and the holdout of a project. */
export const experimentAllocation: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const { sql } = await import('kysely');
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
