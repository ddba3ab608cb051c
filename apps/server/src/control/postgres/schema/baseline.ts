import { crashTables } from './crash-tables.ts';
import { flagTables } from './flag-tables.ts';
import { insightTables } from './insight-tables.ts';
import { memberTables } from './member-tables.ts';
import { personTables } from './person-tables.ts';
import { projectTables } from './project-tables.ts';

/**
 * JSON is stored as text. PostgreSQL reads it, except for escapes of characters that it cannot hold: those are left out
 * first, and `\\\\` in front of a letter u stays.
 */
const functions = `
CREATE FUNCTION readable_json(document text) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN regexp_replace(document, '(\\\\\\\\)|\\\\u(?:0000|[dD][89a-fA-F][0-9a-fA-F]{2})', '\\1', 'g')::jsonb;

CREATE FUNCTION json_text(document text, name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN readable_json(document) ->> name;

CREATE FUNCTION json_has(document text, value text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN jsonb_exists(readable_json(document), value);
`;

/** Holds nothing: its lock is the turn of an operation that has to be alone. See operation-runner.ts. */
const turns = `
CREATE TABLE write_turn ();
`;

const rows = `
INSERT INTO plans (name, position, requests_per_minute, events_per_minute, events_per_day) VALUES
  ('free', 0, 60, 1000, 100000),
  ('starter', 1, 300, 10000, 2000000),
  ('growth', 2, 1200, 60000, 20000000),
  ('scale', 3, 5000, 300000, 200000000);
INSERT INTO edge_revision (id, revision, change_id) VALUES (1, 0, NULL);
`;

/** The last of SQLite's migrations that the baseline contains. */
export const baselineName = '0018-guardrails';

/** The tables of the control plane, as SQLite's migrations make them; a test compares the two. */
export const baseline =
  functions +
  [projectTables, memberTables, personTables, flagTables, insightTables, crashTables].map(comparedByBytes).join('') +
  turns +
  rows;

/** As SQLite compares text, whatever the language of the database. */
function comparedByBytes(tables: string): string {
  return tables.replace(/^( {2}\w+ text)\b/gm, '$1 COLLATE "C"');
}
