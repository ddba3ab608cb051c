/**
 * The trigger is for servers of a version that knows one loader only: it would load every record, and others load some of
 * them too. Such a server begins attempts without saying of how many loaders it is one.
 */
export const loaderTables = `
CREATE TABLE loader_count (
  id bigint PRIMARY KEY CHECK (id = 1),
  loaders bigint NOT NULL
);
INSERT INTO loader_count (id, loaders) VALUES (1, 1);

CREATE TABLE loaded_parts (
  log_id text COLLATE "C" NOT NULL,
  number bigint NOT NULL,
  loaders bigint NOT NULL,
  loader bigint NOT NULL,
  PRIMARY KEY (log_id, number, loaders, loader)
);

ALTER TABLE load_attempts ADD COLUMN loader bigint NOT NULL DEFAULT 1;
ALTER TABLE load_attempts ADD COLUMN loaders bigint NOT NULL DEFAULT 1;

CREATE FUNCTION refuse_other_loaders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state = 'open' AND NEW.loaders <> (SELECT loaders FROM loader_count) THEN
    RAISE EXCEPTION 'This server loads as if it were the only loader, but there are %: upgrade it.',
      (SELECT loaders FROM loader_count);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER load_attempts_of_loaders BEFORE INSERT ON load_attempts
  FOR EACH ROW EXECUTE FUNCTION refuse_other_loaders();
`;
