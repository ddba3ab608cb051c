import type { Kysely, Migration } from 'kysely';

/** Devices can be listed and found by their user, links by theirs; what was erased leaves a hash and a revision. */
export const privacy: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const { sql } = await import('kysely');
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

/** A version 7 UUID of the moment at which the device was first seen: the list is in that order. */
const LISTING_ID = `printf('%08x-%04x-7%03x-%04x-%s', first_seen_at >> 16, first_seen_at & 65535, random() & 4095,
  32768 + (random() & 16383), lower(hex(randomblob(6))))`;

const STATEMENTS = [
  "ALTER TABLE devices ADD COLUMN listing_id TEXT NOT NULL DEFAULT ''",
  `UPDATE devices SET listing_id = ${LISTING_ID}`,
  'CREATE INDEX devices_in_order ON devices (environment_id, listing_id)',
  'CREATE INDEX devices_by_user ON devices (environment_id, user_id) WHERE user_id IS NOT NULL',
  'CREATE INDEX devices_by_anonymous_id ON devices (environment_id, anonymous_id)',
  'CREATE INDEX links_by_user ON links (environment_id, user_id)',
  'CREATE INDEX group_members_by_user ON group_members (user_id)',
  'CREATE INDEX devices_by_last_sight ON devices (environment_id, last_seen_at)',
  // A device or user of the same id that comes later goes on behind this revision: tags are never given twice.
  `CREATE TABLE erased_subjects (
    environment_id TEXT NOT NULL REFERENCES environments (id),
    kind TEXT NOT NULL CHECK (kind IN ('user', 'device')),
    hash TEXT NOT NULL,
    revision INTEGER NOT NULL,
    erased_at INTEGER NOT NULL,
    PRIMARY KEY (environment_id, kind, hash)
  ) WITHOUT ROWID`,
];
