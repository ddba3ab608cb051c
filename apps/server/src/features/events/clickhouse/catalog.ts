import { DAY_MS } from '@lamppost/protocol';
import type { ClickhouseReader } from '../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import { inScope, millis } from '../../../analytics/clickhouse/relations/conditions.ts';
import { anyHas } from '../../../analytics/clickhouse/relations/text-search.ts';
import { visible } from '../../../analytics/clickhouse/visible.ts';
import type { JsonPage } from '../../../analytics/json-page.ts';
import type { Scope } from '../../../edge/scope.ts';
import { quoted } from '../../../engines/clickhouse/clickhouse-sql.ts';
import type { CatalogEntryParams, CatalogParams } from '../queries/catalog.ts';
import { CatalogProfiles, catalogJson, SAMPLE_ALONE, SAMPLE_IN_LIST } from '../queries/catalog-json.ts';

/** A name is its own row, so its id comes from the name alone: a version 8 UUID of its MD5. */
const ID = ['1, 8', '9, 4', '14, 3', '18, 3', '21, 12']
  .map((digits) => `substring(lower(hex(MD5(name))), ${digits})`)
  .reduce((id, part, at) => `${id} || ${at === 2 || at === 3 ? "'-8'" : "'-'"} || ${part}`);

export async function catalogPage(reader: ClickhouseReader, params: CatalogParams): Promise<JsonPage> {
  const { scope, search, page, nowMs } = params;
  const conditions = [inScope(scope)];
  if (search !== undefined) conditions.push(anyHas(['name'], search));
  if (page.cursor !== undefined) conditions.push(`name > ${nameAt(scope, page.cursor)}`);
  const rows = await reader.objects(
    `${namesSql(conditions.join(' AND '), nowMs)} ORDER BY name LIMIT ${page.limit + 1}`,
  );
  const onPage = rows.slice(0, page.limit);
  const profiles = await profilesOf(
    reader,
    params,
    onPage.map(({ name }) => String(name)),
    SAMPLE_IN_LIST,
  );
  const entries = onPage.map((row) => catalogJson(row, profiles.of(String(row.name)), params));
  const nextCursor = rows.length > page.limit ? String(onPage.at(-1)?.id) : null;
  return { rowsJson: `[${entries.join(',')}]`, nextCursor };
}

export async function catalogEntry(reader: ClickhouseReader, params: CatalogEntryParams): Promise<string | null> {
  const conditions = `${inScope(params.scope)} AND name = ${quoted(params.name)}`;
  const [row] = await reader.objects(namesSql(conditions, params.nowMs));
  if (row === undefined) return null;
  const profiles = await profilesOf(reader, params, [params.name], SAMPLE_ALONE);
  return catalogJson(row, profiles.of(params.name), params);
}

const namesSql = (conditions: string, nowMs: number): string =>
  `SELECT name, ${ID} AS id, count() AS count,
    countIf(received_ms >= ${millis(nowMs - DAY_MS)}) AS count_24h,
    countIf(received_ms >= ${millis(nowMs - 7 * DAY_MS)}) AS count_7d,
    min(received_ms) AS first_ms, max(received_ms) AS last_ms
   FROM ${visible('events')} WHERE ${conditions} GROUP BY name`;

/** NULL, which nothing is behind, for a cursor that names none. */
const nameAt = (scope: Scope, cursor: string): string =>
  `(SELECT maxOrNull(name) FROM ${visible('events')} WHERE ${inScope(scope)} AND ${ID} = ${quoted(cursor)})`;

/** The order in which rows were stored, the latest first. */
const LATEST = 'attempt DESC, log_tag DESC, seq DESC, idx DESC';

/** Reads the latest events of each name. Which those are is found out first, without their properties. */
async function profilesOf(
  reader: ClickhouseReader,
  { scope }: Pick<CatalogParams, 'scope'>,
  names: readonly string[],
  sample: number,
): Promise<CatalogProfiles> {
  const profiles = new CatalogProfiles(names, sample);
  if (names.length === 0) return profiles;
  const conditions = `${inScope(scope)} AND name IN (${names.map(quoted).join(', ')})`;
  // Attempts are numbers, of which ClickHouse keeps the highest few without sorting all.
  const since = `SELECT name, -groupArraySorted(${sample})(-toInt64(attempt))[-1] AS since
    FROM ${visible('events')} WHERE ${conditions} GROUP BY name`;
  const places = `SELECT log_tag, seq, idx
    FROM (SELECT name, attempt, log_tag, seq, idx FROM ${visible('events')} WHERE ${conditions}) AS ev
    JOIN (${since}) AS latest ON latest.name = ev.name WHERE attempt >= since
    ORDER BY ev.name, ${LATEST} LIMIT ${sample} BY ev.name`;
  const rows = await reader.rows(
    `SELECT name, properties FROM (
      SELECT name, properties, attempt, log_tag, seq, idx, lengthUTF8(ifNull(properties, '')) AS length,
        sum(length) OVER (PARTITION BY name ORDER BY ${LATEST} ROWS UNBOUNDED PRECEDING) AS spent
      FROM ${visible('events')} WHERE ${conditions} AND (log_tag, seq, idx) IN (${places}))
     WHERE spent - length <= ${Math.floor(profiles.maxLength)} ORDER BY name, ${LATEST}`,
  );
  for (const [name, properties] of rows) profiles.add(String(name), properties);
  return profiles;
}
