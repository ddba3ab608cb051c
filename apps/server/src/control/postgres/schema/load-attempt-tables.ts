export const loadAttemptTables = `
CREATE TABLE shipped_segments (
  log_id text COLLATE "C" NOT NULL,
  number bigint NOT NULL,
  lines bigint NOT NULL,
  bytes bigint NOT NULL,
  sealed_at bigint NOT NULL,
  shipped_at bigint NOT NULL,
  PRIMARY KEY (log_id, number)
);

CREATE TABLE loaded_logs (
  log_id text COLLATE "C" PRIMARY KEY,
  up_to bigint NOT NULL,
  skipped text COLLATE "C" NOT NULL,
  segment_end text COLLATE "C" NOT NULL
);

CREATE TABLE load_attempts (
  attempt bigint PRIMARY KEY,
  state text COLLATE "C" NOT NULL,
  began_at bigint NOT NULL,
  ended_at bigint,
  counters text COLLATE "C" NOT NULL
);
`;
