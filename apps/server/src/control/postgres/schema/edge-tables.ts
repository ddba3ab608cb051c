export const edgeTables = `
CREATE TABLE edges (
  id text COLLATE "C" PRIMARY KEY,
  name text COLLATE "C" NOT NULL,
  version text COLLATE "C" NOT NULL,
  started_at bigint NOT NULL,
  seen_at bigint NOT NULL,
  state text COLLATE "C" NOT NULL
);

CREATE TABLE edge_generation (
  id bigint PRIMARY KEY CHECK (id = 1),
  generation text COLLATE "C" NOT NULL
);
INSERT INTO edge_generation (id, generation) VALUES (1, '');

CREATE TABLE leases (
  name text COLLATE "C" PRIMARY KEY,
  holder text COLLATE "C",
  token bigint NOT NULL,
  renewals bigint NOT NULL
);
`;
