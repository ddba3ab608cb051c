export const cohortTables = `
CREATE TABLE cohorts (
  id text COLLATE "C" PRIMARY KEY,
  project_id text COLLATE "C" NOT NULL REFERENCES projects (id),
  environment_id text COLLATE "C" NOT NULL REFERENCES environments (id),
  key text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  description text COLLATE "C",
  kind text COLLATE "C" NOT NULL,
  definition text COLLATE "C" NOT NULL,
  search text COLLATE "C" NOT NULL,
  size bigint,
  user_count bigint,
  computed_at bigint,
  error text COLLATE "C",
  tried_at bigint,
  asked_at bigint,
  archived_at bigint,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  UNIQUE (environment_id, key)
);

CREATE TABLE cohort_members (
  id text COLLATE "C" PRIMARY KEY,
  cohort_id text COLLATE "C" NOT NULL REFERENCES cohorts (id),
  user_id text COLLATE "C" NOT NULL,
  added_at bigint NOT NULL,
  UNIQUE (cohort_id, user_id)
);

CREATE TABLE served_cohorts (
  cohort_id text COLLATE "C" PRIMARY KEY REFERENCES cohorts (id),
  project_id text COLLATE "C" NOT NULL,
  environment_id text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  members text COLLATE "C" NOT NULL,
  is_served bigint NOT NULL,
  revision bigint NOT NULL
);
`;
