import type { Kysely, Migration } from 'kysely';

export const releases: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const { sql } = await import('kysely');
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `CREATE TABLE releases (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL REFERENCES projects (id),
    environment_id TEXT NOT NULL REFERENCES environments (id),
    version TEXT NOT NULL,
    platform TEXT NOT NULL,
    channel TEXT NOT NULL,
    status TEXT NOT NULL,
    rollout_pct REAL NOT NULL,
    commit_sha TEXT,
    commit_count INTEGER,
    pr_number INTEGER,
    pr_title TEXT,
    branch TEXT,
    origin TEXT NOT NULL,
    deployed_at INTEGER,
    ordered_at INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    UNIQUE (environment_id, platform, version)
  ) WITHOUT ROWID`,
  'CREATE INDEX releases_by_deployment ON releases (environment_id, ordered_at, id)',
  // subject: the change that was found, empty for a release found against the one before.
  `CREATE TABLE regressions (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL REFERENCES projects (id),
    environment_id TEXT NOT NULL REFERENCES environments (id),
    release_id TEXT NOT NULL REFERENCES releases (id),
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    facts TEXT NOT NULL,
    detected_at INTEGER NOT NULL
  ) WITHOUT ROWID`,
  "CREATE UNIQUE INDEX regressions_of_releases ON regressions (release_id) WHERE kind = 'release'",
  "CREATE UNIQUE INDEX regressions_of_changes ON regressions (environment_id, subject) WHERE kind = 'change'",
  'CREATE INDEX regressions_by_time ON regressions (environment_id, detected_at)',
];
