import type { DuckDBConnection } from '@duckdb/node-api';
import type { TableName } from '../store-schema.ts';

/** Tables that hold rows of persons, of which `removals` says how many went. */
export const countedTables = ['events', 'crashes', 'metrics', 'links', 'device_facts', 'failed_events'] as const;
export type CountedTableName = (typeof countedTables)[number] & TableName;
/** Tables that hold rows of persons. */
export const personTables = [...countedTables, 'user_attributes'] as const;
export type PersonTableName = (typeof personTables)[number] & TableName;

/** Where the rows of each table are looked for: in the store, or in the stages of a load. */
export type RowSources = Partial<Readonly<Record<PersonTableName, string>>>;

const idColumns: Readonly<Record<PersonTableName, readonly string[]>> = {
  events: ['user', 'anonymous', 'device'],
  crashes: ['user', 'device'],
  metrics: ['user', 'device'],
  links: ['user', 'anonymous', 'device'],
  device_facts: ['anonymous', 'device'],
  failed_events: ['user', 'anonymous', 'device'],
  user_attributes: ['user'],
};

/** Which rows an id of a kind takes with it; `r` is the row, `n` the id. */
const reach: Readonly<Record<PersonTableName, Readonly<Record<string, string>>>> = {
  events: {
    user: 'r.user_id = n.id',
    anonymous: 'r.anonymous_id = n.id AND r.user_id IS NULL',
    device: 'r.device_id = n.id AND r.user_id IS NULL AND r.anonymous_id IS NULL',
    whole_device: 'r.device_id = n.id',
  },
  crashes: reportReach(),
  metrics: reportReach(),
  links: { user: 'r.user_id = n.id', whole_device: 'r.device_id = n.id' },
  device_facts: {
    anonymous: 'r.anonymous_id = n.id',
    device: 'r.device_id = n.id',
    whole_device: 'r.device_id = n.id',
  },
  failed_events: {
    user: 'r.user_id = n.id',
    anonymous: 'r.anonymous_id = n.id AND r.user_id IS NULL',
    device: 'r.device_id = n.id AND r.user_id IS NULL AND r.anonymous_id IS NULL',
    whole_device: 'r.device_id = n.id',
  },
  user_attributes: { user: 'r.user_id = n.id' },
};

function reportReach(): Readonly<Record<string, string>> {
  return {
    user: 'r.user_id = n.id',
    device: 'r.device_id = n.id AND r.user_id IS NULL',
    whole_device: 'r.device_id = n.id',
  };
}

/** As subjectHash of the log makes it. */
export const hashOf = (kind: string, id: string): string => `sha256(e::VARCHAR || '/' || ${kind} || '/' || ${id})`;

/** In its own log a record reaches what stands before it, in others what was received until then. */
export const isBefore = (received: string): string =>
  `CASE WHEN r.log_tag = n.log_tag THEN r.seq < n.seq ELSE ${received} <= n.received END`;

/** When what a row `r` tells of happened, by the sender; where it does not say, when it was received. */
export const happened: Readonly<Record<PersonTableName, string>> = {
  events: 'r.ts',
  crashes: 'r.ts',
  metrics: 'r.ts',
  links: 'r.linked_at',
  device_facts: 'r.received',
  user_attributes: 'r.set_at',
  failed_events:
    "coalesce(TRY_CAST(json_extract_string(r.raw, '$.timestamp') AS TIMESTAMPTZ)::TIMESTAMP_MS, r.received)",
};

/** An erasure also reaches what comes after it and is of a time before it: a queue that was offline for long. */
const isReached = (table: PersonTableName): string => {
  const received = table === 'links' ? 'r.linked_at' : 'r.received';
  return `(${isBefore(received)} OR ${happened[table]} < n.received)`;
};

/**
 * Leaves the temp table `erased_names`: the ids that the tombstones mean, as far as the sources have rows of them.
 * `tombstones` has e, id_kind, id_hash, log_tag, seq and received.
 */
export async function nameSubjects(
  connection: DuckDBConnection,
  tombstones: string,
  sources: RowSources,
): Promise<void> {
  const ids = Object.entries(sources).flatMap(([table, source]) =>
    idColumns[table as PersonTableName].map(
      (kind) => `SELECT DISTINCT e, '${kind}' AS kind, ${kind}_id AS id FROM ${source}
        WHERE ${kind}_id IS NOT NULL AND e IN (SELECT e FROM tombstones)`,
    ),
  );
  await connection.run(`CREATE OR REPLACE TEMP TABLE erased_names AS
    WITH tombstones AS (${tombstones}), ids AS (${ids.join(' UNION ')}),
      hashed AS (SELECT e, kind, id, ${hashOf('kind', 'id')} AS id_hash FROM ids)
    SELECT DISTINCT t.e, t.id_kind, hashed.id, t.log_tag, t.seq, t.received FROM tombstones t JOIN hashed
      ON hashed.e = t.e AND hashed.id_hash = t.id_hash
        AND hashed.kind = CASE t.id_kind WHEN 'whole_device' THEN 'device' ELSE t.id_kind END`);
}

/** Leaves the temp table `doomed (rid)`: rows of the source that go with the subjects named before. */
export async function findDoomed(
  connection: DuckDBConnection,
  table: PersonTableName,
  source: string,
  tombstones: string,
): Promise<number> {
  const branches = Object.entries(reach[table]).map(
    ([kind, condition]) => `SELECT r.rowid AS rid FROM ${source} r JOIN erased_names n
      ON n.e = r.e AND n.id_kind = '${kind}' AND ${condition} AND ${isReached(table)}`,
  );
  if (table === 'failed_events') branches.push(mentioned(source, tombstones));
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE doomed AS SELECT DISTINCT rid FROM (${branches.join(' UNION ALL ')})`,
  );
  const result = await connection.run('SELECT count(*)::INTEGER FROM doomed');
  return Number((await result.getRowsJS())[0]?.[0] ?? 0);
}

/** What was refused is kept as it came: every text in it may be one of the ids. */
const mentioned = (source: string, tombstones: string): string => `
  SELECT r.rid FROM (
      SELECT rid, e, log_tag, seq, received, raw, kind, ${hashOf('kind', 'text')} AS id_hash FROM (
        SELECT rowid AS rid, e, log_tag, seq, received, raw, unnest(list_distinct(list_transform(
          regexp_extract_all(raw::VARCHAR, '"(?:[^"\\\\]|\\\\.)*"'), lambda x: json_extract_string(x, '$')))) AS text,
        FROM ${source} WHERE e IN (SELECT e FROM (${tombstones}))),
      (VALUES ('user'), ('anonymous'), ('device')) AS kinds(kind) WHERE text <> '') r
    JOIN (${tombstones}) n ON n.e = r.e AND n.id_hash = r.id_hash AND ${isReached('failed_events')}`;
