import type { Kysely, Migration } from 'kysely';

/** Adds flags, experiments, groups and the change log. Databases of before have no log of what they already hold. */
export const flagsAndChanges: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const { sql } = await import('kysely');
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `CREATE TABLE flags (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL REFERENCES projects (id),
    key TEXT NOT NULL,
    name TEXT NOT NULL,
    description TEXT,
    value_type TEXT NOT NULL CHECK (value_type IN ('boolean', 'string', 'number', 'json')),
    default_value TEXT NOT NULL,
    platforms TEXT NOT NULL,
    tags TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('release', 'experiment', 'operational', 'permission')),
    status TEXT NOT NULL CHECK (status IN ('active', 'archived', 'deprecated')),
    search TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    UNIQUE (project_id, key)
  ) WITHOUT ROWID`,
  'CREATE INDEX flags_by_project ON flags (project_id, id)',
  // The rollout's id has a column of its own: it outlives every rollout.
  `CREATE TABLE flag_targeting (
    flag_id TEXT NOT NULL REFERENCES flags (id),
    environment_id TEXT NOT NULL REFERENCES environments (id),
    rules TEXT NOT NULL,
    rollout_id TEXT,
    rollout TEXT,
    rollout_since INTEGER,
    kill TEXT,
    PRIMARY KEY (flag_id, environment_id)
  ) WITHOUT ROWID`,
  `CREATE TABLE flag_sightings (
    flag_id TEXT NOT NULL REFERENCES flags (id),
    environment_id TEXT NOT NULL REFERENCES environments (id),
    last_seen_at INTEGER NOT NULL,
    PRIMARY KEY (flag_id, environment_id)
  ) WITHOUT ROWID`,
  `CREATE TABLE experiments (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL REFERENCES projects (id),
    environment_id TEXT NOT NULL REFERENCES environments (id),
    key TEXT NOT NULL,
    name TEXT NOT NULL,
    description TEXT,
    hypothesis TEXT,
    unit TEXT NOT NULL CHECK (unit IN ('auto', 'device', 'user')),
    traffic_pct REAL NOT NULL,
    variants TEXT NOT NULL,
    metrics TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('draft', 'running', 'paused', 'completed', 'archived')),
    winner TEXT,
    started_at INTEGER,
    completed_at INTEGER,
    search TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    UNIQUE (project_id, key)
  ) WITHOUT ROWID`,
  'CREATE INDEX experiments_by_project ON experiments (project_id, id)',
  `CREATE TABLE groups (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL REFERENCES projects (id),
    key TEXT NOT NULL,
    name TEXT NOT NULL,
    description TEXT,
    archived_at INTEGER,
    search TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    UNIQUE (project_id, key)
  ) WITHOUT ROWID`,
  'CREATE INDEX groups_by_project ON groups (project_id, id)',
  `CREATE TABLE group_members (
    id TEXT PRIMARY KEY,
    group_id TEXT NOT NULL REFERENCES groups (id),
    user_id TEXT NOT NULL,
    added_at INTEGER NOT NULL,
    UNIQUE (group_id, user_id)
  ) WITHOUT ROWID`,
  'CREATE INDEX group_members_in_order ON group_members (group_id, added_at, user_id)',
  'CREATE INDEX group_members_by_id ON group_members (group_id, id)',
  // What a user's groups are, kept ready because every config request of an identified device asks.
  `CREATE TABLE user_groups (
    project_id TEXT NOT NULL REFERENCES projects (id),
    user_id TEXT NOT NULL,
    group_keys TEXT NOT NULL,
    revision INTEGER NOT NULL,
    PRIMARY KEY (project_id, user_id)
  ) WITHOUT ROWID`,
  `CREATE INDEX users_by_email ON users (environment_id, lower(json_extract(attributes, '$.email')))
    WHERE json_extract(attributes, '$.email') IS NOT NULL`,
  // project_id is empty for what belongs to the whole installation.
  `CREATE TABLE changes (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL,
    entity_type TEXT NOT NULL,
    entity_id TEXT NOT NULL,
    entity_key TEXT NOT NULL,
    environment_id TEXT,
    action TEXT NOT NULL,
    actor TEXT NOT NULL,
    before TEXT,
    after TEXT,
    config_version INTEGER,
    created_at INTEGER NOT NULL,
    UNIQUE (project_id, created_at)
  ) WITHOUT ROWID`,
  'CREATE INDEX changes_of_entity ON changes (project_id, entity_type, entity_id, created_at)',
  `CREATE TABLE config_versions (
    environment_id TEXT NOT NULL REFERENCES environments (id),
    created_at INTEGER NOT NULL,
    config_version INTEGER NOT NULL,
    PRIMARY KEY (environment_id, created_at)
  ) WITHOUT ROWID`,
];
