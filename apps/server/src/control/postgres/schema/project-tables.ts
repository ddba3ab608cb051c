export const projectTables = `
CREATE TABLE plans (
  name text PRIMARY KEY,
  position bigint NOT NULL,
  requests_per_minute bigint NOT NULL,
  events_per_minute bigint NOT NULL,
  events_per_day bigint NOT NULL
);

CREATE TABLE projects (
  id text PRIMARY KEY,
  slug text NOT NULL UNIQUE,
  name text NOT NULL,
  plan text NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  timezone text NOT NULL DEFAULT 'UTC',
  retention_days bigint
);

CREATE TABLE environments (
  id text PRIMARY KEY,
  project_id text NOT NULL REFERENCES projects (id),
  slug text NOT NULL,
  name text NOT NULL,
  config_version bigint NOT NULL DEFAULT 1,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  UNIQUE (project_id, slug)
);

CREATE TABLE api_keys (
  id text PRIMARY KEY,
  project_id text NOT NULL REFERENCES projects (id),
  environment_id text NOT NULL REFERENCES environments (id),
  kind text NOT NULL CHECK (kind IN ('publishable', 'secret', 'dev')),
  name text NOT NULL,
  hash text NOT NULL UNIQUE,
  hint text NOT NULL,
  created_at bigint NOT NULL,
  last_used_at bigint,
  revoked_at bigint,
  text text,
  scope text NOT NULL DEFAULT 'project'
);
CREATE INDEX api_keys_by_project ON api_keys (project_id, id);

CREATE TABLE config_versions (
  environment_id text NOT NULL REFERENCES environments (id),
  created_at bigint NOT NULL,
  config_version bigint NOT NULL,
  PRIMARY KEY (environment_id, created_at)
);

CREATE TABLE operator_tokens (
  hash text PRIMARY KEY,
  created_at bigint NOT NULL
);

CREATE TABLE changes (
  id text PRIMARY KEY,
  project_id text NOT NULL,
  entity_type text NOT NULL,
  entity_id text NOT NULL,
  entity_key text NOT NULL,
  environment_id text,
  action text NOT NULL,
  actor text NOT NULL,
  before text,
  after text,
  config_version bigint,
  created_at bigint NOT NULL,
  UNIQUE (project_id, created_at)
);
CREATE INDEX changes_of_entity ON changes (project_id, entity_type, entity_id, created_at);

CREATE TABLE jobs (
  id text PRIMARY KEY,
  project_id text REFERENCES projects (id),
  kind text NOT NULL,
  status text NOT NULL,
  input text NOT NULL,
  counts text NOT NULL,
  error text,
  created_at bigint NOT NULL,
  started_at bigint,
  finished_at bigint
);
CREATE INDEX jobs_by_project ON jobs (project_id, id);
CREATE INDEX jobs_unfinished ON jobs (id) WHERE status IN ('queued', 'running');

CREATE TABLE feedback (
  id text PRIMARY KEY,
  type text NOT NULL CHECK (type IN ('bug', 'feature', 'general')),
  message text NOT NULL,
  metadata text,
  project_id text REFERENCES projects (id),
  created_at bigint NOT NULL
);

CREATE TABLE edge_revision (
  id bigint PRIMARY KEY CHECK (id = 1),
  revision bigint NOT NULL,
  change_id text
);
`;
