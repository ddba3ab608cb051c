import { integer, json, text } from '../../control/sql/sql-type.ts';
import { statement } from '../../control/sql/statement.ts';
import type { EdgeCondition } from './edge-store.ts';

const edgeRow = {
  id: text,
  name: text,
  version: text,
  startedAtMs: integer,
  seenAtMs: integer,
  state: json<EdgeCondition>(),
};

export const SAVE_EDGE = statement({
  sql: `INSERT INTO edges (id, name, version, started_at, seen_at, state)
    VALUES (:id, :name, :version, :startedAtMs, :seenAtMs, :state)
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, version = excluded.version,
    started_at = excluded.started_at, seen_at = excluded.seen_at, state = excluded.state`,
  params: edgeRow,
});
export const LIST_EDGES = statement({
  sql: `SELECT id, name, version, started_at AS startedAtMs, seen_at AS seenAtMs, state FROM edges
    ORDER BY started_at, id`,
  row: edgeRow,
});
export const REMOVE_EDGE = statement({ sql: 'DELETE FROM edges WHERE id = :id', params: { id: text } });
export const REMOVE_SILENT = statement({
  sql: 'DELETE FROM edges WHERE seen_at < :beforeMs',
  params: { beforeMs: integer },
});
