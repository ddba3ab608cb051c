import type { Kysely, Migration } from 'kysely';

export const symbols: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const { sql } = await import('kysely');
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `CREATE TABLE symbol_files (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL REFERENCES projects (id),
    kind TEXT NOT NULL,
    release TEXT,
    build TEXT,
    file TEXT,
    file_name TEXT,
    debug_id TEXT,
    platform TEXT,
    sha256 TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    stored_bytes INTEGER NOT NULL,
    created_at INTEGER NOT NULL
  ) WITHOUT ROWID`,
  'CREATE INDEX symbol_files_by_project ON symbol_files (project_id, id)',
  'CREATE INDEX symbol_files_by_debug_id ON symbol_files (project_id, debug_id) WHERE debug_id IS NOT NULL',
  'CREATE INDEX symbol_files_by_file_name ON symbol_files (project_id, file_name) WHERE file_name IS NOT NULL',
  'CREATE INDEX symbol_files_by_content ON symbol_files (sha256)',
  `CREATE TABLE symbol_versions (
    project_id TEXT PRIMARY KEY REFERENCES projects (id),
    version INTEGER NOT NULL
  ) WITHOUT ROWID`,
];
