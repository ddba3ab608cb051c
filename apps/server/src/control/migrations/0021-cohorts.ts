import type { Kysely, Migration } from 'kysely';

/** Sets of people of an environment, the users of those that are lists, and what flags are served of them. */
export const cohorts: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const { sql } = await import('kysely');
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `CREATE TABLE cohorts (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL REFERENCES projects (id),
    environment_id TEXT NOT NULL REFERENCES environments (id),
    key TEXT NOT NULL,
    name TEXT NOT NULL,
    description TEXT,
    kind TEXT NOT NULL,
    definition TEXT NOT NULL,
    search TEXT NOT NULL,
    size INTEGER,
    user_count INTEGER,
    computed_at INTEGER,
    error TEXT,
    tried_at INTEGER,
    asked_at INTEGER,
    archived_at INTEGER,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    UNIQUE (environment_id, key)
  ) WITHOUT ROWID`,
  `CREATE TABLE cohort_members (
    id TEXT PRIMARY KEY,
    cohort_id TEXT NOT NULL REFERENCES cohorts (id),
    user_id TEXT NOT NULL,
    added_at INTEGER NOT NULL,
    UNIQUE (cohort_id, user_id)
  ) WITHOUT ROWID`,
  `CREATE TABLE served_cohorts (
    cohort_id TEXT PRIMARY KEY REFERENCES cohorts (id),
    project_id TEXT NOT NULL,
    environment_id TEXT NOT NULL,
    key TEXT NOT NULL,
    members TEXT NOT NULL,
    is_served INTEGER NOT NULL,
    revision INTEGER NOT NULL
  ) WITHOUT ROWID`,
];
