import type { DuckDBConnection } from '@duckdb/node-api';
import { DAY_MS } from '@lamppost/protocol';
import { everywhere } from '../../../analytics/duckdb/recent-rows.ts';
import { type Conditions, inScope, millis } from '../../../analytics/duckdb/relations/event-conditions.ts';
import { anyHas } from '../../../analytics/duckdb/relations/text-search.ts';
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
    `WITH names AS (${namesSql(inScope(scope))}) SELECT * FROM names WHERE ${shown} AND ${behind}
      ORDER BY name LIMIT ${page.limit + 1}`,
    [...namesValues(inScope(scope), nowMs), ...(page.cursor === undefined ? [] : [page.cursor])],
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
  const result = await connection.run(namesSql(conditions), namesValues(conditions, params.nowMs));
  const [row] = await result.getRowObjectsJS();
  if (row === undefined) return null;
  const profiles = await profilesOf(connection, params, [params.name], SAMPLE_ALONE);
  return catalogJson(row, profiles.of(params.name), params);
}

const since = 'count(*) FILTER (received >= make_timestamp_ms(?::BIGINT)::TIMESTAMP_MS)';

const namesSql = ({ sql }: Conditions): string =>
  `SELECT name, ${ID} AS id, count(*) AS count, ${since} AS count_24h, ${since} AS count_7d,
    epoch_ms(min(received)) AS first_ms, epoch_ms(max(received)) AS last_ms
   FROM ${everywhere('events')} WHERE ${sql} GROUP BY name`;

const namesValues = ({ values }: Conditions, nowMs: number) => [
  millis(nowMs - DAY_MS),
  millis(nowMs - 7 * DAY_MS),
  ...values,
];

/** Reads the latest events of each name: rows stand in the order in which they were stored, so the highest are the latest. */
async function profilesOf(
  connection: DuckDBConnection,
  { scope }: Pick<CatalogParams, 'scope'>,
  names: readonly string[],
  sample: number,
): Promise<CatalogProfiles> {
  const profiles = new CatalogProfiles(names, sample);
  const conditions = inScope(scope).where(`name IN (SELECT unnest(?::JSON::VARCHAR[]))`, JSON.stringify(names));
  for (const place of ['recent', 'store']) {
    const result = await connection.stream(
      `SELECT name, properties::VARCHAR FROM ${place}.events WHERE rowid IN (
        SELECT unnest(max(rowid, ${sample})) FROM ${place}.events WHERE ${conditions.sql} GROUP BY name)
       ORDER BY rowid DESC`,
      conditions.values,
    );
    for await (const rows of result.yieldRowsJs()) {
      for (const [name, properties] of rows) profiles.add(String(name), properties);
    }
  }
  return profiles;
}
