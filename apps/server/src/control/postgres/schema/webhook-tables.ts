export const webhookTables = `
CREATE TABLE webhook_endpoints (
  id text COLLATE "C" PRIMARY KEY,
  project_id text COLLATE "C" NOT NULL REFERENCES projects (id),
  environment_id text COLLATE "C" REFERENCES environments (id),
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('webhook', 'slack', 'discord', 'teams', 'email')),
  name text COLLATE "C" NOT NULL,
  target text COLLATE "C" NOT NULL,
  event_types text COLLATE "C" NOT NULL,
  secret text COLLATE "C" NOT NULL,
  old_secret text COLLATE "C",
  old_secret_until bigint,
  status text COLLATE "C" NOT NULL CHECK (status IN ('active', 'paused', 'disabled')),
  retry_at bigint NOT NULL,
  failing_since bigint,
  given_up bigint NOT NULL,
  dropped bigint NOT NULL,
  last_error text COLLATE "C",
  last_delivered_at bigint,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE INDEX webhook_endpoints_by_project ON webhook_endpoints (project_id, id);

CREATE TABLE webhook_deliveries (
  id text COLLATE "C" PRIMARY KEY,
  endpoint_id text COLLATE "C" NOT NULL REFERENCES webhook_endpoints (id) ON DELETE CASCADE,
  seq bigint NOT NULL,
  message_id text COLLATE "C" NOT NULL,
  event_type text COLLATE "C" NOT NULL,
  payload text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL CHECK (state IN ('pending', 'delivered', 'failed')),
  attempts bigint NOT NULL,
  created_at bigint NOT NULL,
  attempted_at bigint,
  duration_ms bigint,
  response_status bigint,
  response_body text COLLATE "C",
  error text COLLATE "C",
  UNIQUE (endpoint_id, seq)
);
CREATE INDEX webhook_deliveries_by_endpoint ON webhook_deliveries (endpoint_id, id);
CREATE INDEX webhook_deliveries_pending ON webhook_deliveries (endpoint_id, seq) WHERE state = 'pending';

CREATE TABLE notice_marks (
  project_id text COLLATE "C" NOT NULL REFERENCES projects (id),
  name text COLLATE "C" NOT NULL,
  seen_at bigint NOT NULL,
  PRIMARY KEY (project_id, name)
);
`;
