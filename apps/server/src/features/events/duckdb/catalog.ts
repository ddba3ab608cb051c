import type { DuckDBConnection } from '@duckdb/node-api';
import { DAY_MS } from '@lamppost/protocol';
import { type Conditions, inScope } from '../../../analytics/duckdb/relations/event-conditions.ts';
import { anyHas } from '../../../analytics/duckdb/relations/text-search.ts';
import { eventCounts } from '../../../analytics/duckdb/rollups/event-counts.ts';
import type { JsonPage } from '../../../analytics/json-page.ts';
import type { CatalogEntryParams, CatalogParams } from '../queries/catalog.ts';
import { CatalogProfiles, catalogJson, SAMPLE_ALONE, SAMPLE_IN_LIST } from '../queries/catalog-json.ts';

/** A name is its own row, so its id comes from the name alone: a version 8 UUID of its MD5. */
const ID = `substr(md5(name), 1, 8) || '-' || substr(md5(name), 9, 4) || '-8' || substr(md5(name), 14, 3) || '-8' ||
  substr(md5(name), 18, 3) || '-' || substr(md5(name), 21, 12)`;

export async function catalogPage(connection: DuckDBConnection, params: CatalogParams): Promise<JsonPage> {
  const { scope, search, page, nowMs } = params;
  const shown = search === undefined ? 'true' : anyHas({ short: ['name'] }, search);
  const behind = page.cursor === undefined ? 'true' : 'name > (SELECT name FROM names WHERE id = ?)';
  const result = await connection.run(
    `WITH names AS (${namesSql(inScope(scope), nowMs)}) SELECT * FROM names WHERE ${shown} AND ${behind}
      ORDER BY name LIMIT ${page.limit + 1}`,
    [...inScope(scope).values, ...(page.cursor === undefined ? [] : [page.cursor])],
  );
  const rows = await result.getRowObjectsJS();
  const onPage = rows.slice(0, page.limit);
  const profiles = await profilesOf(
    connection,
    params,
    onPage.map(({ name }) => String(name)),
    SAMPLE_IN_LIST,
  );
  const texts = onPage.map((row) => catalogJson(row, profiles.of(String(row.name)), params));
  const nextCursor = rows.length > page.limit ? String(onPage.at(-1)?.id) : null;
  return { rowsJson: `[${texts.join(',')}]`, nextCursor };
}

export async function catalogEntry(connection: DuckDBConnection, params: CatalogEntryParams): Promise<string | null> {
  const conditions = inScope(params.scope).where('name = ?', params.name);
  const result = await connection.run(namesSql(conditions, params.nowMs), conditions.values);
  const [row] = await result.getRowObjectsJS();
  if (row === undefined) return null;
  const profiles = await profilesOf(connection, params, [params.name], SAMPLE_ALONE);
  return catalogJson(row, profiles.of(params.name), params);
}

const namesSql = ({ sql }: Conditions, nowMs: number): string =>
  `SELECT name, ${ID} AS id, sum(items)::BIGINT AS count, sum(since_0)::BIGINT AS count_24h, sum(since_1)::BIGINT AS count_7d,
    epoch_ms(min(first_received)) AS first_ms, epoch_ms(max(last_received)) AS last_ms
   FROM ${eventCounts([nowMs - DAY_MS, nowMs - 7 * DAY_MS])} WHERE ${sql} GROUP BY name`;

/** Most names are among the latest rows as often as they are looked at. */
const LATEST_ROWS = 262_144;

/** Reads the latest events of each name: rows stand in the order in which they were stored, so the highest are the latest. */
async function profilesOf(
  connection: DuckDBConnection,
  { scope }: Pick<CatalogParams, 'scope'>,
  names: readonly string[],
  sample: number,
): Promise<CatalogProfiles> {
  const profiles = new CatalogProfiles(names, sample);
  const last = await connection.run('SELECT coalesce(max(rowid), 0) FROM store.events');
  const latestFrom = Number((await last.getRowsJS())[0]?.[0]) - LATEST_ROWS;
  const places = [
    { table: 'recent.events', rows: 'true' },
    { table: 'store.events', rows: `rowid >= ${latestFrom}` },
    { table: 'store.events', rows: `rowid < ${latestFrom}` },
  ];
  for (const { table, rows } of places) {
    const wanted = names.filter((name) => !profiles.isComplete(name));
    if (wanted.length === 0) break;
    const conditions = inScope(scope).where(`name IN (SELECT unnest(?::JSON::VARCHAR[]))`, JSON.stringify(wanted));
    // Not as a stream: see WholeResult.
    const result = await connection.run(
      `SELECT name, properties::VARCHAR FROM ${table} WHERE rowid IN (
        SELECT unnest(max(rowid, ${sample})) FROM ${table} WHERE ${conditions.sql} AND ${rows} GROUP BY name)
       ORDER BY rowid DESC`,
      conditions.values,
    );
    for await (const chunk of result.yieldRowsJs()) {
      for (const [name, properties] of chunk) profiles.add(String(name), properties);
    }
  }
  return profiles;
}
