export const memberTables = `
CREATE TABLE members (
  id text PRIMARY KEY,
  email text NOT NULL,
  email_lower text NOT NULL UNIQUE,
  password_hash text NOT NULL,
  created_at bigint NOT NULL,
  name text,
  is_operator bigint NOT NULL DEFAULT 0,
  last_signed_in_at bigint
);

CREATE TABLE memberships (
  member_id text NOT NULL REFERENCES members (id) ON DELETE CASCADE,
  project_id text NOT NULL REFERENCES projects (id),
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'editor', 'viewer')),
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (member_id, project_id)
);
CREATE INDEX memberships_by_project ON memberships (project_id, member_id);

CREATE TABLE sessions (
  token_hash text PRIMARY KEY,
  member_id text NOT NULL REFERENCES members (id) ON DELETE CASCADE,
  created_at bigint NOT NULL,
  last_seen_at bigint NOT NULL
);
CREATE INDEX sessions_by_member ON sessions (member_id);

CREATE TABLE invitations (
  id text PRIMARY KEY,
  project_id text NOT NULL REFERENCES projects (id),
  email text NOT NULL,
  email_lower text NOT NULL,
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'editor', 'viewer')),
  token_hash text NOT NULL UNIQUE,
  invited_by text NOT NULL,
  invited_by_id text NOT NULL,
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  UNIQUE (project_id, email_lower)
);
`;
