export const digestTables = `
CREATE TABLE digests (
  id text COLLATE "C" PRIMARY KEY,
  project_id text COLLATE "C" NOT NULL REFERENCES projects (id),
  environment_id text COLLATE "C" NOT NULL REFERENCES environments (id),
  dashboard_id text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  frequency text COLLATE "C" NOT NULL CHECK (frequency IN ('daily', 'weekly')),
  weekday bigint,
  time text COLLATE "C" NOT NULL,
  targets text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL CHECK (status IN ('active', 'paused')),
  pause_reason text COLLATE "C",
  next_at bigint,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE INDEX digests_by_project ON digests (project_id, id);
CREATE INDEX digests_due ON digests (next_at) WHERE next_at IS NOT NULL;

CREATE TABLE digest_runs (
  id text COLLATE "C" PRIMARY KEY,
  digest_id text COLLATE "C" NOT NULL REFERENCES digests (id) ON DELETE CASCADE,
  origin text COLLATE "C" NOT NULL CHECK (origin IN ('schedule', 'manual')),
  period_from bigint NOT NULL,
  period_to bigint NOT NULL,
  before_from bigint NOT NULL,
  due_at bigint NOT NULL,
  state text COLLATE "C" NOT NULL CHECK (state IN ('pending', 'sent', 'skipped', 'failed')),
  attempts bigint NOT NULL,
  retry_at bigint NOT NULL,
  reason text COLLATE "C",
  deliveries text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  finished_at bigint
);
CREATE INDEX digest_runs_by_digest ON digest_runs (digest_id, id);
CREATE UNIQUE INDEX digest_runs_of_period ON digest_runs (digest_id, period_from, period_to) WHERE origin = 'schedule';
CREATE INDEX digest_runs_pending ON digest_runs (retry_at) WHERE state = 'pending';

CREATE TABLE digest_pictures (
  id text COLLATE "C" PRIMARY KEY,
  run_id text COLLATE "C" NOT NULL REFERENCES digest_runs (id) ON DELETE CASCADE,
  token_hash text COLLATE "C" NOT NULL UNIQUE,
  png text COLLATE "C" NOT NULL,
  expires_at bigint NOT NULL
);
CREATE INDEX digest_pictures_by_run ON digest_pictures (run_id);
CREATE INDEX digest_pictures_by_expiry ON digest_pictures (expires_at);
`;
