import type { Kysely, Migration } from 'kysely';

/** Times are milliseconds since 1970, ids are UUIDs (version 7) in lower case, JSON is text. */
export const controlPlane: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const { sql } = await import('kysely');
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `CREATE TABLE plans (
    name TEXT PRIMARY KEY,
    position INTEGER NOT NULL,
    requests_per_minute INTEGER NOT NULL,
    events_per_minute INTEGER NOT NULL,
    events_per_day INTEGER NOT NULL
  ) WITHOUT ROWID`,
  `INSERT INTO plans (name, position, requests_per_minute, events_per_minute, events_per_day) VALUES
    ('free', 0, 60, 1000, 100000),
    ('starter', 1, 300, 10000, 2000000),
    ('growth', 2, 1200, 60000, 20000000),
    ('scale', 3, 5000, 300000, 200000000)`,
  `CREATE TABLE projects (
    id TEXT PRIMARY KEY,
    slug TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    plan TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) WITHOUT ROWID`,
  `CREATE TABLE environments (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL REFERENCES projects (id),
    slug TEXT NOT NULL,
    name TEXT NOT NULL,
    config_version INTEGER NOT NULL DEFAULT 1,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    UNIQUE (project_id, slug)
  ) WITHOUT ROWID`,
  `CREATE TABLE api_keys (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL REFERENCES projects (id),
    environment_id TEXT NOT NULL REFERENCES environments (id),
    kind TEXT NOT NULL CHECK (kind IN ('publishable', 'secret', 'dev')),
    name TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    hint TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    last_used_at INTEGER,
    revoked_at INTEGER
  ) WITHOUT ROWID`,
  'CREATE INDEX api_keys_by_project ON api_keys (project_id, id)',
  `CREATE TABLE operator_tokens (
    hash TEXT PRIMARY KEY,
    created_at INTEGER NOT NULL
  ) WITHOUT ROWID`,
  `CREATE TABLE members (
    id TEXT PRIMARY KEY,
    email TEXT NOT NULL,
    email_lower TEXT NOT NULL UNIQUE,
    password_hash TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) WITHOUT ROWID`,
  `CREATE TABLE memberships (
    member_id TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
    project_id TEXT NOT NULL REFERENCES projects (id),
    role TEXT NOT NULL CHECK (role IN ('owner', 'admin', 'editor', 'viewer')),
    created_at INTEGER NOT NULL,
    PRIMARY KEY (member_id, project_id)
  ) WITHOUT ROWID`,
  `CREATE TABLE devices (
    environment_id TEXT NOT NULL REFERENCES environments (id),
    device_id TEXT NOT NULL,
    anonymous_id TEXT NOT NULL,
    platform TEXT,
    device_model TEXT,
    os_name TEXT,
    os_version TEXT,
    app_version TEXT,
    build_number TEXT,
    locale TEXT,
    country TEXT,
    timezone TEXT,
    user_id TEXT,
    revision INTEGER NOT NULL,
    first_seen_at INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL,
    PRIMARY KEY (environment_id, device_id)
  ) WITHOUT ROWID`,
  `CREATE TABLE users (
    environment_id TEXT NOT NULL REFERENCES environments (id),
    user_id TEXT NOT NULL,
    attributes TEXT NOT NULL,
    revision INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (environment_id, user_id)
  ) WITHOUT ROWID`,
  `CREATE TABLE links (
    environment_id TEXT NOT NULL REFERENCES environments (id),
    anonymous_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    first_linked_at INTEGER NOT NULL,
    PRIMARY KEY (environment_id, anonymous_id, user_id)
  ) WITHOUT ROWID`,
];
