export const personTables = `
CREATE TABLE devices (
  environment_id text NOT NULL REFERENCES environments (id),
  device_id text NOT NULL,
  anonymous_id text NOT NULL,
  platform text,
  device_model text,
  os_name text,
  os_version text,
  app_version text,
  build_number text,
  locale text,
  country text,
  timezone text,
  user_id text,
  revision bigint NOT NULL,
  first_seen_at bigint NOT NULL,
  last_seen_at bigint NOT NULL,
  listing_id text NOT NULL DEFAULT '',
  PRIMARY KEY (environment_id, device_id)
);
CREATE INDEX devices_by_anonymous_id ON devices (environment_id, anonymous_id);
CREATE INDEX devices_by_last_sight ON devices (environment_id, last_seen_at);
CREATE INDEX devices_by_user ON devices (environment_id, user_id) WHERE user_id IS NOT NULL;
CREATE INDEX devices_in_order ON devices (environment_id, listing_id);

CREATE TABLE users (
  environment_id text NOT NULL REFERENCES environments (id),
  user_id text NOT NULL,
  attributes text NOT NULL,
  revision bigint NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (environment_id, user_id)
);
CREATE INDEX users_by_email ON users (environment_id, lower(json_text(attributes, 'email')))
  WHERE json_text(attributes, 'email') IS NOT NULL;

CREATE TABLE links (
  environment_id text NOT NULL REFERENCES environments (id),
  anonymous_id text NOT NULL,
  user_id text NOT NULL,
  first_linked_at bigint NOT NULL,
  PRIMARY KEY (environment_id, anonymous_id, user_id)
);
CREATE INDEX links_by_user ON links (environment_id, user_id);

CREATE TABLE user_groups (
  project_id text NOT NULL REFERENCES projects (id),
  user_id text NOT NULL,
  group_keys text NOT NULL,
  revision bigint NOT NULL,
  PRIMARY KEY (project_id, user_id)
);

CREATE TABLE erased_subjects (
  environment_id text NOT NULL REFERENCES environments (id),
  kind text NOT NULL CHECK (kind IN ('user', 'device')),
  hash text NOT NULL,
  revision bigint NOT NULL,
  erased_at bigint NOT NULL,
  PRIMARY KEY (environment_id, kind, hash)
);

CREATE TABLE groups (
  id text PRIMARY KEY,
  project_id text NOT NULL REFERENCES projects (id),
  key text NOT NULL,
  name text NOT NULL,
  description text,
  archived_at bigint,
  search text NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  members_revision bigint NOT NULL DEFAULT 0,
  UNIQUE (project_id, key)
);
CREATE INDEX groups_by_project ON groups (project_id, id);

CREATE TABLE group_members (
  id text PRIMARY KEY,
  group_id text NOT NULL REFERENCES groups (id),
  user_id text NOT NULL,
  added_at bigint NOT NULL,
  UNIQUE (group_id, user_id)
);
CREATE INDEX group_members_by_id ON group_members (group_id, id);
CREATE INDEX group_members_by_user ON group_members (user_id);
CREATE INDEX group_members_in_order ON group_members (group_id, added_at, user_id);
`;
