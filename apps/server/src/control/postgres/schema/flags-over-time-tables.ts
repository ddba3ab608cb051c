export const flagsOverTimeTables = `
ALTER TABLE environments ADD COLUMN approval text COLLATE "C";

CREATE TABLE change_requests (
  id text COLLATE "C" PRIMARY KEY,
  project_id text COLLATE "C" NOT NULL REFERENCES projects (id),
  environment_id text COLLATE "C" REFERENCES environments (id),
  entity_id text COLLATE "C" NOT NULL,
  origin text COLLATE "C" NOT NULL,
  author text COLLATE "C" NOT NULL,
  comment text COLLATE "C",
  operation text COLLATE "C" NOT NULL,
  args text COLLATE "C" NOT NULL,
  changes text COLLATE "C" NOT NULL,
  base_at bigint NOT NULL,
  config_version bigint,
  status text COLLATE "C" NOT NULL,
  decided_by text COLLATE "C",
  decision_comment text COLLATE "C",
  decided_at bigint,
  created_at bigint NOT NULL
);
CREATE INDEX change_requests_by_project ON change_requests (project_id, id);

ALTER TABLE flags ADD COLUMN prerequisites text COLLATE "C" NOT NULL DEFAULT '[]';
ALTER TABLE flags ADD COLUMN expires_on text COLLATE "C";
ALTER TABLE flags ADD COLUMN expiry_noted text COLLATE "C";

CREATE TABLE flag_schedules (
  id text COLLATE "C" PRIMARY KEY,
  project_id text COLLATE "C" NOT NULL REFERENCES projects (id),
  flag_id text COLLATE "C" NOT NULL REFERENCES flags (id),
  environment_id text COLLATE "C" NOT NULL REFERENCES environments (id),
  author text COLLATE "C" NOT NULL,
  comment text COLLATE "C",
  steps text COLLATE "C" NOT NULL,
  step bigint NOT NULL,
  next_at bigint,
  status text COLLATE "C" NOT NULL,
  reason text COLLATE "C",
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE INDEX flag_schedules_by_flag ON flag_schedules (flag_id, environment_id, id);
CREATE INDEX flag_schedules_due ON flag_schedules (next_at) WHERE next_at IS NOT NULL;
`;
