/** Content is kept as it is: most files are compressed already. */
export const storedFileTables = `
CREATE TABLE stored_files (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text COLLATE "C" NOT NULL UNIQUE,
  sha256 text COLLATE "C" NOT NULL,
  bytes bigint NOT NULL,
  stored_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE stored_file_chunks (
  file_id bigint NOT NULL REFERENCES stored_files (id) ON DELETE CASCADE,
  position integer NOT NULL,
  content bytea NOT NULL,
  PRIMARY KEY (file_id, position)
);
ALTER TABLE stored_file_chunks ALTER COLUMN content SET STORAGE EXTERNAL;
`;
