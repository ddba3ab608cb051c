export const edgeTables = `
CREATE TABLE edges (
  id text COLLATE "C" PRIMARY KEY,
  name text COLLATE "C" NOT NULL,
  version text COLLATE "C" NOT NULL,
  started_at bigint NOT NULL,
  seen_at bigint NOT NULL,
  state text COLLATE "C" NOT NULL
);

CREATE TABLE leases (
  name text COLLATE "C" PRIMARY KEY,
  holder text COLLATE "C",
  token bigint NOT NULL,
  renewals bigint NOT NULL
);
`;
