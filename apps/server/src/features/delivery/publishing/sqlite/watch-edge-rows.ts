import type { SqliteDatabase } from '../../../../engines/sqlite/sqlite-driver.ts';
import { type WatchedTable, watchedCohortTables, watchedTables } from '../watched-tables.ts';

/**
 * From now on every row that requests need and that is changed on this connection, by whatever operation, is listed in
 * the table `edge_rows`, which is in memory, and counted in `edge_revision`. Both are part of the transaction that makes
 * the change. Triggers see what every operation does, so none can forget to tell.
 */
export function watchEdgeRows(database: SqliteDatabase): void {
  database.exec(`
    CREATE TEMP TABLE edge_rows (revision INTEGER PRIMARY KEY, kind TEXT NOT NULL, id TEXT NOT NULL);
    ${[...watchedTables, ...watchedCohortTables].map(triggersOn).join('\n')}
    CREATE TEMP TRIGGER edge_joined AFTER INSERT ON main.group_members BEGIN
      UPDATE groups SET members_revision = members_revision + 1 WHERE id = new.group_id; END;
    CREATE TEMP TRIGGER edge_left AFTER DELETE ON main.group_members BEGIN
      UPDATE groups SET members_revision = members_revision + 1 WHERE id = old.group_id; END;
    CREATE TEMP TRIGGER edge_change AFTER INSERT ON main.changes BEGIN
      UPDATE edge_revision SET change_id = new.id; END;`);
}

function triggersOn({ table, kind, id, except }: WatchedTable): string {
  const isReported = except === undefined ? '' : `WHEN old.${except} IS new.${except}`;
  return ['INSERT', 'UPDATE', 'DELETE']
    .map((event) => {
      const row = event === 'DELETE' ? 'old' : 'new';
      return `CREATE TEMP TRIGGER edge_${table}_${event} AFTER ${event} ON main.${table}
        ${event === 'UPDATE' ? isReported : ''} BEGIN
        UPDATE edge_revision SET revision = revision + 1;
        INSERT INTO edge_rows (revision, kind, id)
          SELECT revision, '${kind}', ${id.replaceAll('row.', `${row}.`)} FROM edge_revision; END;`;
    })
    .join('\n');
}
