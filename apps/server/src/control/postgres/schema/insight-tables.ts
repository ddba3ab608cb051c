export const insightTables = `
CREATE TABLE dashboards (
  id text PRIMARY KEY,
  project_id text NOT NULL REFERENCES projects (id),
  name text NOT NULL,
  description text,
  layout text NOT NULL,
  archived_at bigint,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE INDEX dashboards_by_project ON dashboards (project_id, id);

CREATE TABLE widgets (
  dashboard_id text NOT NULL REFERENCES dashboards (id),
  id text NOT NULL,
  name text NOT NULL,
  description text,
  position text NOT NULL,
  query text NOT NULL,
  viz text NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (dashboard_id, id)
);

CREATE TABLE event_schemas (
  id text PRIMARY KEY,
  project_id text NOT NULL REFERENCES projects (id),
  event_name text NOT NULL,
  description text,
  category text,
  status text,
  properties text NOT NULL,
  mode text NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  UNIQUE (project_id, event_name)
);
CREATE INDEX event_schemas_by_project ON event_schemas (project_id, id);
`;
