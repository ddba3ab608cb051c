import type { Kysely, Migration } from 'kysely';

/** Where a project wants to be told of events, and what is to be sent there or was. */
export const webhooks: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const { sql } = await import('kysely');
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `CREATE TABLE webhook_endpoints (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL REFERENCES projects (id),
    environment_id TEXT REFERENCES environments (id),
    kind TEXT NOT NULL CHECK (kind IN ('webhook', 'slack', 'discord', 'teams', 'email')),
    name TEXT NOT NULL,
    target TEXT NOT NULL,
    event_types TEXT NOT NULL,
    secret TEXT NOT NULL,
    old_secret TEXT,
    old_secret_until INTEGER,
    status TEXT NOT NULL CHECK (status IN ('active', 'paused', 'disabled')),
    retry_at INTEGER NOT NULL,
    failing_since INTEGER,
    given_up INTEGER NOT NULL,
    dropped INTEGER NOT NULL,
    last_error TEXT,
    last_delivered_at INTEGER,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) WITHOUT ROWID`,
  'CREATE INDEX webhook_endpoints_by_project ON webhook_endpoints (project_id, id)',
  `CREATE TABLE webhook_deliveries (
    id TEXT PRIMARY KEY,
    endpoint_id TEXT NOT NULL REFERENCES webhook_endpoints (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    message_id TEXT NOT NULL,
    event_type TEXT NOT NULL,
    payload TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'failed')),
    attempts INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    attempted_at INTEGER,
    duration_ms INTEGER,
    response_status INTEGER,
    response_body TEXT,
    error TEXT,
    UNIQUE (endpoint_id, seq)
  ) WITHOUT ROWID`,
  'CREATE INDEX webhook_deliveries_by_endpoint ON webhook_deliveries (endpoint_id, id)',
  "CREATE INDEX webhook_deliveries_pending ON webhook_deliveries (endpoint_id, seq) WHERE state = 'pending'",
  `CREATE TABLE notice_marks (
    project_id TEXT NOT NULL REFERENCES projects (id),
    name TEXT NOT NULL,
    seen_at INTEGER NOT NULL,
    PRIMARY KEY (project_id, name)
  ) WITHOUT ROWID`,
];
