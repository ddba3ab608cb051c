export const sharingTables = `
CREATE TABLE dashboard_shares (
  id text COLLATE "C" PRIMARY KEY,
  project_id text COLLATE "C" NOT NULL REFERENCES projects (id),
  dashboard_id text COLLATE "C" NOT NULL REFERENCES dashboards (id),
  environment_id text COLLATE "C" NOT NULL REFERENCES environments (id),
  name text COLLATE "C",
  token_hash text COLLATE "C" NOT NULL UNIQUE,
  created_by text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  last_used_at bigint
);
CREATE INDEX dashboard_shares_by_dashboard ON dashboard_shares (dashboard_id, id);

CREATE TABLE saved_views (
  id text COLLATE "C" PRIMARY KEY,
  member_id text COLLATE "C" NOT NULL,
  project_id text COLLATE "C" NOT NULL,
  page text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  search text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  UNIQUE (member_id, project_id, page, name),
  FOREIGN KEY (member_id, project_id) REFERENCES memberships (member_id, project_id) ON DELETE CASCADE
);
`;
