import type { Kysely, Migration } from 'kysely';

export const jobs: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const { sql } = await import('kysely');
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  // Of no project: a job of the whole installation.
  `CREATE TABLE jobs (
    id TEXT PRIMARY KEY,
    project_id TEXT REFERENCES projects (id),
    kind TEXT NOT NULL,
    status TEXT NOT NULL,
    input TEXT NOT NULL,
    counts TEXT NOT NULL,
    error TEXT,
    created_at INTEGER NOT NULL,
    started_at INTEGER,
    finished_at INTEGER
  ) WITHOUT ROWID`,
  'CREATE INDEX jobs_by_project ON jobs (project_id, id)',
  "CREATE INDEX jobs_unfinished ON jobs (id) WHERE status IN ('queued', 'running')",
];
