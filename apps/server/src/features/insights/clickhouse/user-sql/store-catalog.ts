import type { ClickhouseReader } from '../../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import { inScope } from '../../../../analytics/clickhouse/relations/conditions.ts';
import type { Scope } from '../../../../edge/scope.ts';
import { quoted } from '../../../../engines/clickhouse/clickhouse-sql.ts';

/** What there is in the database beside what users may ask for. */
export class StoreCatalog {
  readonly database: string;
  readonly tables: ReadonlySet<string>;
  readonly #scoped: readonly string[];

  static async read(reader: ClickhouseReader): Promise<StoreCatalog> {
    const rows = await reader.rows(
      `SELECT currentDatabase(), table, countIf(name IN ('p', 'e')) = 2 FROM system.columns
        WHERE database = currentDatabase() GROUP BY table`,
    );
    return new StoreCatalog(
      rows.map(([database, table, isScoped]) => [String(database), String(table), isScoped === 1]),
    );
  }

  private constructor(rows: readonly (readonly [database: string, table: string, isScoped: boolean])[]) {
    const [[database] = []] = rows;
    if (database === undefined) throw new Error('the database of the store has no tables');
    this.database = database;
    this.tables = new Set(rows.map(([, table]) => table));
    this.#scoped = rows.filter(([, , isScoped]) => isScoped).map(([, table]) => table);
  }

  /**
   * The setting that has ClickHouse itself leave out rows of other environments, whichever way a statement comes to a
   * table: a second wall behind the tables that the statement is bound to.
   */
  tableFilters(scope: Scope): string {
    const filters = this.#scoped.map((table) => `${quoted(`${this.database}.${table}`)}: ${quoted(inScope(scope))}`);
    return `{${filters.join(', ')}}`;
  }
}
