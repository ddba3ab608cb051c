export const flagTables = `
CREATE TABLE flags (
  id text PRIMARY KEY,
  project_id text NOT NULL REFERENCES projects (id),
  key text NOT NULL,
  name text NOT NULL,
  description text,
  value_type text NOT NULL CHECK (value_type IN ('boolean', 'string', 'number', 'json')),
  default_value text NOT NULL,
  platforms text NOT NULL,
  tags text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('release', 'experiment', 'operational', 'permission')),
  status text NOT NULL CHECK (status IN ('active', 'archived', 'deprecated')),
  search text NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  UNIQUE (project_id, key)
);
CREATE INDEX flags_by_project ON flags (project_id, id);

CREATE TABLE flag_targeting (
  flag_id text NOT NULL REFERENCES flags (id),
  environment_id text NOT NULL REFERENCES environments (id),
  rules text NOT NULL,
  rollout_id text,
  rollout text,
  rollout_since bigint,
  kill text,
  guardrails text,
  ramp text,
  PRIMARY KEY (flag_id, environment_id)
);
CREATE INDEX watched_targeting ON flag_targeting (flag_id, environment_id)
  WHERE guardrails IS NOT NULL OR ramp IS NOT NULL;

CREATE TABLE flag_sightings (
  flag_id text NOT NULL REFERENCES flags (id),
  environment_id text NOT NULL REFERENCES environments (id),
  last_seen_at bigint NOT NULL,
  PRIMARY KEY (flag_id, environment_id)
);

CREATE TABLE layers (
  id text PRIMARY KEY,
  project_id text NOT NULL REFERENCES projects (id),
  key text NOT NULL,
  name text NOT NULL,
  description text,
  archived_at bigint,
  search text NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  UNIQUE (project_id, key)
);
CREATE INDEX layers_by_project ON layers (project_id, id);

CREATE TABLE holdouts (
  project_id text PRIMARY KEY REFERENCES projects (id),
  holdout_id text NOT NULL,
  percentage double precision NOT NULL,
  began_at bigint,
  updated_at bigint NOT NULL
);

CREATE TABLE experiments (
  id text PRIMARY KEY,
  project_id text NOT NULL REFERENCES projects (id),
  environment_id text NOT NULL REFERENCES environments (id),
  key text NOT NULL,
  name text NOT NULL,
  description text,
  hypothesis text,
  unit text NOT NULL CHECK (unit IN ('auto', 'device', 'user')),
  traffic_pct double precision NOT NULL,
  variants text NOT NULL,
  metrics text NOT NULL,
  status text NOT NULL CHECK (status IN ('draft', 'running', 'paused', 'completed', 'archived')),
  winner text,
  started_at bigint,
  completed_at bigint,
  search text NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  analysis text NOT NULL DEFAULT '{}',
  overrides text NOT NULL DEFAULT '[]',
  layer_id text REFERENCES layers (id),
  ranges text,
  guardrail_breaches text NOT NULL DEFAULT '[]',
  UNIQUE (project_id, key)
);
CREATE INDEX experiments_by_layer ON experiments (layer_id) WHERE layer_id IS NOT NULL;
CREATE INDEX experiments_by_project ON experiments (project_id, id);
`;
