import type { Kysely, Migration } from 'kysely';

export const eventSchemas: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const { sql } = await import('kysely');
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `CREATE TABLE event_schemas (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL REFERENCES projects (id),
    event_name TEXT NOT NULL,
    description TEXT,
    category TEXT,
    status TEXT,
    properties TEXT NOT NULL,
    mode TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    UNIQUE (project_id, event_name)
  ) WITHOUT ROWID`,
  'CREATE INDEX event_schemas_by_project ON event_schemas (project_id, id)',
];
