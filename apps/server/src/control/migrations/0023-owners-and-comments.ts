import type { Kysely, Migration } from 'kysely';

/** Who looks after a crash group or a flag, comments on crash groups, and on changes. */
export const ownersAndComments: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const { sql } = await import('kysely');
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  'ALTER TABLE crash_groups ADD COLUMN assignee_id TEXT REFERENCES members (id)',
  'CREATE INDEX crash_groups_by_assignee ON crash_groups (assignee_id) WHERE assignee_id IS NOT NULL',
  'ALTER TABLE flags ADD COLUMN owner_id TEXT REFERENCES members (id)',
  'CREATE INDEX flags_by_owner ON flags (owner_id) WHERE owner_id IS NOT NULL',
  'ALTER TABLE changes ADD COLUMN comment TEXT',
  `CREATE TABLE crash_group_comments (
    id TEXT PRIMARY KEY,
    group_id TEXT NOT NULL REFERENCES crash_groups (id),
    author TEXT NOT NULL,
    text TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) WITHOUT ROWID`,
  'CREATE INDEX crash_group_comments_by_group ON crash_group_comments (group_id, id)',
];
