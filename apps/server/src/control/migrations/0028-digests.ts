import type { Kysely, Migration } from 'kysely';

/** Summaries of dashboards that are sent on a schedule, their runs, and the pictures in these. */
export const digests: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const { sql } = await import('kysely');
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `CREATE TABLE digests (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL REFERENCES projects (id),
    environment_id TEXT NOT NULL REFERENCES environments (id),
    dashboard_id TEXT NOT NULL,
    name TEXT NOT NULL,
    frequency TEXT NOT NULL CHECK (frequency IN ('daily', 'weekly')),
    weekday INTEGER,
    time TEXT NOT NULL,
    targets TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('active', 'paused')),
    pause_reason TEXT,
    next_at INTEGER,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) WITHOUT ROWID`,
  'CREATE INDEX digests_by_project ON digests (project_id, id)',
  'CREATE INDEX digests_due ON digests (next_at) WHERE next_at IS NOT NULL',
  `CREATE TABLE digest_runs (
    id TEXT PRIMARY KEY,
    digest_id TEXT NOT NULL REFERENCES digests (id) ON DELETE CASCADE,
    origin TEXT NOT NULL CHECK (origin IN ('schedule', 'manual')),
    period_from INTEGER NOT NULL,
    period_to INTEGER NOT NULL,
    before_from INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('pending', 'sent', 'skipped', 'failed')),
    attempts INTEGER NOT NULL,
    retry_at INTEGER NOT NULL,
    reason TEXT,
    deliveries TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    finished_at INTEGER
  ) WITHOUT ROWID`,
  'CREATE INDEX digest_runs_by_digest ON digest_runs (digest_id, id)',
  "CREATE UNIQUE INDEX digest_runs_of_period ON digest_runs (digest_id, period_from, period_to) WHERE origin = 'schedule'",
  "CREATE INDEX digest_runs_pending ON digest_runs (retry_at) WHERE state = 'pending'",
  `CREATE TABLE digest_pictures (
    id TEXT PRIMARY KEY,
    run_id TEXT NOT NULL REFERENCES digest_runs (id) ON DELETE CASCADE,
    token_hash TEXT NOT NULL UNIQUE,
    png TEXT NOT NULL,
    expires_at INTEGER NOT NULL
  ) WITHOUT ROWID`,
  'CREATE INDEX digest_pictures_by_run ON digest_pictures (run_id)',
  'CREATE INDEX digest_pictures_by_expiry ON digest_pictures (expires_at)',
];
