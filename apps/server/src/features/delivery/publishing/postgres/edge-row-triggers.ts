import { notifyOf } from '../../../../control/postgres/notifications.ts';
import { type WatchedTable, watchedCohortTables, watchedTables } from '../watched-tables.ts';

/** How far the control plane is. */
export const readRevision = 'SELECT revision FROM edge_revision';

/** An edge that knows no more than ten seconds ago reads everything anew. */
export const forgetListedRows = `DELETE FROM edge_rows WHERE revision <=
  (SELECT max(revision) FROM edge_rows WHERE listed_at < clock_timestamp() - interval '10 seconds')`;

/**
 * Every row that requests need and that is changed, by whatever edge, is listed in `edge_rows` and counted in
 * `edge_revision`, in the transaction that makes the change. The one row of `edge_revision` stays locked until that
 * commits, so revisions become visible in their order and a reader never passes over one.
 */
export const edgeRowTriggers = `
CREATE TABLE edge_rows (
  revision bigint PRIMARY KEY,
  kind text NOT NULL,
  id text NOT NULL,
  listed_at timestamptz NOT NULL
);

CREATE FUNCTION list_edge_row(kind text, id text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE next bigint;
BEGIN
  UPDATE edge_revision SET revision = revision + 1 RETURNING revision INTO next;
  INSERT INTO edge_rows (revision, kind, id, listed_at) VALUES (next, kind, id, clock_timestamp());
  ${notifyOf('revision', 'next')}
END $$;

${watchedTables.map(triggersOn).join('\n')}

CREATE FUNCTION edge_membership() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE groups SET members_revision = members_revision + 1
    WHERE id = CASE TG_OP WHEN 'DELETE' THEN old.group_id ELSE new.group_id END;
  RETURN NULL;
END $$;
CREATE TRIGGER edge_membership AFTER INSERT OR DELETE ON group_members
  FOR EACH ROW EXECUTE FUNCTION edge_membership();

CREATE FUNCTION edge_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE edge_revision SET change_id = new.id;
  RETURN NULL;
END $$;
CREATE TRIGGER edge_change AFTER INSERT ON changes FOR EACH ROW EXECUTE FUNCTION edge_change();
`;

/** Of the migration that makes their tables. */
export const cohortRowTriggers = watchedCohortTables.map(triggersOn).join('\n');

function triggersOn({ table, kind, id, except }: WatchedTable): string {
  const list = (row: string) => `PERFORM list_edge_row('${kind}', ${id.replaceAll('row.', `${row}.`)});`;
  const isReported = except === undefined ? '' : `WHEN (old.${except} IS NOT DISTINCT FROM new.${except})`;
  return `
CREATE FUNCTION edge_${table}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN ${list('old')} ELSE ${list('new')} END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER edge_${table} AFTER INSERT OR DELETE ON ${table}
  FOR EACH ROW EXECUTE FUNCTION edge_${table}();
CREATE TRIGGER edge_${table}_update AFTER UPDATE ON ${table}
  FOR EACH ROW ${isReported} EXECUTE FUNCTION edge_${table}();`;
}
