import type { Kysely, Migration } from 'kysely';

export const crashGroups: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const { sql } = await import('kysely');
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const DESCRIPTION = `title TEXT NOT NULL,
    culprit TEXT,
    exception_type TEXT,
    reason TEXT NOT NULL,
    rule INTEGER NOT NULL`;

const STATEMENTS = [
  `CREATE TABLE crash_groups (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL REFERENCES projects (id),
    environment_id TEXT NOT NULL REFERENCES environments (id),
    fingerprint TEXT NOT NULL,
    ${DESCRIPTION},
    status TEXT NOT NULL,
    resolved_in_version TEXT,
    resolved_at INTEGER,
    regressed_at INTEGER,
    regressed_in_version TEXT,
    regressions INTEGER NOT NULL,
    merged_into TEXT,
    created_at INTEGER NOT NULL
  ) WITHOUT ROWID`,
  'CREATE INDEX crash_groups_by_environment ON crash_groups (environment_id, status, id)',
  'CREATE INDEX crash_groups_by_target ON crash_groups (merged_into) WHERE merged_into IS NOT NULL',
  `CREATE TABLE crash_fingerprints (
    environment_id TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    group_id TEXT NOT NULL REFERENCES crash_groups (id),
    stands_for TEXT NOT NULL,
    successor TEXT,
    ${DESCRIPTION},
    created_at INTEGER NOT NULL,
    PRIMARY KEY (environment_id, fingerprint)
  ) WITHOUT ROWID`,
  'CREATE INDEX crash_fingerprints_by_group ON crash_fingerprints (group_id)',
  `CREATE INDEX crash_fingerprints_aliases ON crash_fingerprints (environment_id, fingerprint, stands_for)
    WHERE stands_for <> fingerprint`,
];
