export const crashTables = `
CREATE TABLE crash_groups (
  id text PRIMARY KEY,
  project_id text NOT NULL REFERENCES projects (id),
  environment_id text NOT NULL REFERENCES environments (id),
  fingerprint text NOT NULL,
  title text NOT NULL,
  culprit text,
  exception_type text,
  reason text NOT NULL,
  rule bigint NOT NULL,
  status text NOT NULL,
  resolved_in_version text,
  resolved_at bigint,
  regressed_at bigint,
  regressed_in_version text,
  regressions bigint NOT NULL,
  merged_into text,
  created_at bigint NOT NULL
);
CREATE INDEX crash_groups_by_environment ON crash_groups (environment_id, status, id);
CREATE INDEX crash_groups_by_target ON crash_groups (merged_into) WHERE merged_into IS NOT NULL;

CREATE TABLE crash_fingerprints (
  environment_id text NOT NULL,
  fingerprint text NOT NULL,
  group_id text NOT NULL REFERENCES crash_groups (id),
  stands_for text NOT NULL,
  successor text,
  title text NOT NULL,
  culprit text,
  exception_type text,
  reason text NOT NULL,
  rule bigint NOT NULL,
  created_at bigint NOT NULL,
  described_at bigint,
  PRIMARY KEY (environment_id, fingerprint)
);
CREATE INDEX crash_fingerprints_aliases ON crash_fingerprints (environment_id, fingerprint, stands_for)
  WHERE stands_for <> fingerprint;
CREATE INDEX crash_fingerprints_by_group ON crash_fingerprints (group_id);

CREATE TABLE symbol_files (
  id text PRIMARY KEY,
  project_id text NOT NULL REFERENCES projects (id),
  kind text NOT NULL,
  release text,
  build text,
  file text,
  file_name text,
  debug_id text,
  platform text,
  sha256 text NOT NULL,
  bytes bigint NOT NULL,
  stored_bytes bigint NOT NULL,
  created_at bigint NOT NULL
);
CREATE INDEX symbol_files_by_content ON symbol_files (sha256);
CREATE INDEX symbol_files_by_debug_id ON symbol_files (project_id, debug_id)
  WHERE debug_id IS NOT NULL;
CREATE INDEX symbol_files_by_file_name ON symbol_files (project_id, file_name)
  WHERE file_name IS NOT NULL;
CREATE INDEX symbol_files_by_project ON symbol_files (project_id, id);

CREATE TABLE symbol_versions (
  project_id text PRIMARY KEY REFERENCES projects (id),
  version bigint NOT NULL
);

CREATE TABLE releases (
  id text PRIMARY KEY,
  project_id text NOT NULL REFERENCES projects (id),
  environment_id text NOT NULL REFERENCES environments (id),
  version text NOT NULL,
  platform text NOT NULL,
  channel text NOT NULL,
  status text NOT NULL,
  rollout_pct double precision NOT NULL,
  commit_sha text,
  commit_count bigint,
  pr_number bigint,
  pr_title text,
  branch text,
  origin text NOT NULL,
  deployed_at bigint,
  ordered_at bigint NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  UNIQUE (environment_id, platform, version)
);
CREATE INDEX releases_by_deployment ON releases (environment_id, ordered_at, id);

CREATE TABLE regressions (
  id text PRIMARY KEY,
  project_id text NOT NULL REFERENCES projects (id),
  environment_id text NOT NULL REFERENCES environments (id),
  release_id text NOT NULL REFERENCES releases (id),
  kind text NOT NULL,
  subject text NOT NULL,
  facts text NOT NULL,
  detected_at bigint NOT NULL
);
CREATE INDEX regressions_by_time ON regressions (environment_id, detected_at);
CREATE UNIQUE INDEX regressions_of_changes ON regressions (environment_id, subject)
  WHERE kind = 'change';
CREATE UNIQUE INDEX regressions_of_releases ON regressions (release_id) WHERE kind = 'release';
`;
