export const alertTables = `
CREATE TABLE alerts (
  id text COLLATE "C" PRIMARY KEY,
  project_id text COLLATE "C" NOT NULL REFERENCES projects (id),
  environment_id text COLLATE "C" NOT NULL REFERENCES environments (id),
  name text COLLATE "C" NOT NULL,
  definition text COLLATE "C" NOT NULL,
  remind text COLLATE "C" NOT NULL CHECK (remind IN ('off', 'daily')),
  webhook_ids text COLLATE "C" NOT NULL,
  revision bigint NOT NULL,
  state text COLLATE "C" NOT NULL CHECK (state IN ('ok', 'pending', 'firing', 'no_data', 'error')),
  state_since bigint NOT NULL,
  message text COLLATE "C",
  judged text COLLATE "C",
  progress text COLLATE "C" NOT NULL,
  told text COLLATE "C" NOT NULL,
  is_muted bigint NOT NULL,
  muted_until bigint,
  checked_at bigint,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE INDEX alerts_by_environment ON alerts (project_id, environment_id, id);

CREATE TABLE alert_transitions (
  id text COLLATE "C" PRIMARY KEY,
  alert_id text COLLATE "C" NOT NULL REFERENCES alerts (id) ON DELETE CASCADE,
  from_state text COLLATE "C" NOT NULL,
  to_state text COLLATE "C" NOT NULL,
  at bigint NOT NULL,
  judged text COLLATE "C",
  message text COLLATE "C",
  told text COLLATE "C" NOT NULL CHECK (told IN ('sent', 'muted', 'held_back', 'none'))
);
CREATE INDEX alert_transitions_by_alert ON alert_transitions (alert_id, id);

CREATE TABLE alert_points (
  alert_id text COLLATE "C" NOT NULL REFERENCES alerts (id) ON DELETE CASCADE,
  from_ms bigint NOT NULL,
  to_ms bigint NOT NULL,
  value double precision,
  low double precision,
  high double precision,
  is_breached bigint NOT NULL,
  PRIMARY KEY (alert_id, from_ms)
);
`;
