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
`;
