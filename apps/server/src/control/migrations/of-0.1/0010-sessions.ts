import type { Kysely, Migration } from 'kysely';

/** Members get names and sign in; the first one was made by anyone who runs the installation. */
export const sessions: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const { sql } = await import('kysely');
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  'ALTER TABLE members ADD COLUMN name TEXT',
  'ALTER TABLE members ADD COLUMN is_operator INTEGER NOT NULL DEFAULT 0',
  'ALTER TABLE members ADD COLUMN last_signed_in_at INTEGER',
  'UPDATE members SET is_operator = 1 WHERE id = (SELECT min(id) FROM members)',
  'ALTER TABLE memberships ADD COLUMN updated_at INTEGER NOT NULL DEFAULT 0',
  'UPDATE memberships SET updated_at = created_at',
  'CREATE INDEX memberships_by_project ON memberships (project_id, member_id)',
  `CREATE TABLE sessions (
    token_hash TEXT PRIMARY KEY,
    member_id TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL
  ) WITHOUT ROWID`,
  'CREATE INDEX sessions_by_member ON sessions (member_id)',
  `CREATE TABLE invitations (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL REFERENCES projects (id),
    email TEXT NOT NULL,
    email_lower TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('owner', 'admin', 'editor', 'viewer')),
    token_hash TEXT NOT NULL UNIQUE,
    invited_by TEXT NOT NULL,
    invited_by_id TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    UNIQUE (project_id, email_lower)
  ) WITHOUT ROWID`,
];
