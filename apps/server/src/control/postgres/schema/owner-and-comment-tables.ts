export const ownerAndCommentTables = `
ALTER TABLE crash_groups ADD COLUMN assignee_id text COLLATE "C" REFERENCES members (id);
CREATE INDEX crash_groups_by_assignee ON crash_groups (assignee_id) WHERE assignee_id IS NOT NULL;
ALTER TABLE flags ADD COLUMN owner_id text COLLATE "C" REFERENCES members (id);
CREATE INDEX flags_by_owner ON flags (owner_id) WHERE owner_id IS NOT NULL;
ALTER TABLE changes ADD COLUMN comment text COLLATE "C";

CREATE TABLE crash_group_comments (
  id text COLLATE "C" PRIMARY KEY,
  group_id text COLLATE "C" NOT NULL REFERENCES crash_groups (id),
  author text COLLATE "C" NOT NULL,
  text text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL
);
CREATE INDEX crash_group_comments_by_group ON crash_group_comments (group_id, id);
`;
