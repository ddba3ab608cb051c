import type { Kysely, Migration } from 'kysely';

/** Changes that wait for approval; what flags need, when they expire, and changes that are made later. */
export const flagsOverTime: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const { sql } = await import('kysely');
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  'ALTER TABLE environments ADD COLUMN approval TEXT',
  `CREATE TABLE change_requests (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL REFERENCES projects (id),
    environment_id TEXT REFERENCES environments (id),
    entity_id TEXT NOT NULL,
    origin TEXT NOT NULL,
    author TEXT NOT NULL,
    comment TEXT,
    operation TEXT NOT NULL,
    args TEXT NOT NULL,
    changes TEXT NOT NULL,
    base_at INTEGER NOT NULL,
    config_version INTEGER,
    status TEXT NOT NULL,
    decided_by TEXT,
    decision_comment TEXT,
    decided_at INTEGER,
    created_at INTEGER NOT NULL
  ) WITHOUT ROWID`,
  'CREATE INDEX change_requests_by_project ON change_requests (project_id, id)',
  "ALTER TABLE flags ADD COLUMN prerequisites TEXT NOT NULL DEFAULT '[]'",
  'ALTER TABLE flags ADD COLUMN expires_on TEXT',
  'ALTER TABLE flags ADD COLUMN expiry_noted TEXT',
  `CREATE TABLE flag_schedules (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL REFERENCES projects (id),
    flag_id TEXT NOT NULL REFERENCES flags (id),
    environment_id TEXT NOT NULL REFERENCES environments (id),
    author TEXT NOT NULL,
    comment TEXT,
    steps TEXT NOT NULL,
    step INTEGER NOT NULL,
    next_at INTEGER,
    status TEXT NOT NULL,
    reason TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) WITHOUT ROWID`,
  'CREATE INDEX flag_schedules_by_flag ON flag_schedules (flag_id, environment_id, id)',
  'CREATE INDEX flag_schedules_due ON flag_schedules (next_at) WHERE next_at IS NOT NULL',
];
