import type { Kysely, Migration } from 'kysely';

/** Alerts on what queries show, their changes of state and the intervals that were judged. */
export const alerts: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const { sql } = await import('kysely');
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `CREATE TABLE alerts (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL REFERENCES projects (id),
    environment_id TEXT NOT NULL REFERENCES environments (id),
    name TEXT NOT NULL,
    definition TEXT NOT NULL,
    remind TEXT NOT NULL CHECK (remind IN ('off', 'daily')),
    webhook_ids TEXT NOT NULL,
    revision INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('ok', 'pending', 'firing', 'no_data', 'error')),
    state_since INTEGER NOT NULL,
    message TEXT,
    judged TEXT,
    progress TEXT NOT NULL,
    told TEXT NOT NULL,
    is_muted INTEGER NOT NULL,
    muted_until INTEGER,
    checked_at INTEGER,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) WITHOUT ROWID`,
  'CREATE INDEX alerts_by_environment ON alerts (project_id, environment_id, id)',
  `CREATE TABLE alert_transitions (
    id TEXT PRIMARY KEY,
    alert_id TEXT NOT NULL REFERENCES alerts (id) ON DELETE CASCADE,
    from_state TEXT NOT NULL,
    to_state TEXT NOT NULL,
    at INTEGER NOT NULL,
    judged TEXT,
    message TEXT,
    told TEXT NOT NULL CHECK (told IN ('sent', 'muted', 'held_back', 'none'))
  ) WITHOUT ROWID`,
  'CREATE INDEX alert_transitions_by_alert ON alert_transitions (alert_id, id)',
  `CREATE TABLE alert_points (
    alert_id TEXT NOT NULL REFERENCES alerts (id) ON DELETE CASCADE,
    from_ms INTEGER NOT NULL,
    to_ms INTEGER NOT NULL,
    value REAL,
    low REAL,
    high REAL,
    is_breached INTEGER NOT NULL,
    PRIMARY KEY (alert_id, from_ms)
  ) WITHOUT ROWID`,
];
