import type { DuckDBConnection } from '@duckdb/node-api';
import { DAY_MS, SYSTEM_EVENTS } from '@lamppost/protocol';
import { quoted } from '../../../analytics/duckdb/sql-text.ts';
import { OTHER } from '../../insights/queries/insight-params.ts';
import {
  type ExperimentStatistics,
  type ExperimentStatisticsParams,
  MAX_SEGMENTS,
} from '../queries/experiment-statistics.ts';
import { OWN_SDK_PREFIX, segmentName } from '../queries/exposed-units.ts';
import { bitOfVariant, eventsOf, exposureRows, segmentColumn } from './exposure-rows.ts';
import { hasRow, numberIn, numberOrNull, rowsOf } from './statement-rows.ts';
import { createSenders, joinUnit, ownersOfSenders, SENDER_KEYS, UNIT_KEYS, unitId } from './unit-keys.ts';

export type ExposureCounts = Pick<
  ExperimentStatistics,
  'exposures' | 'excludedUnits' | 'unknownUnits' | 'lastDayUnits' | 'segments'
>;

/**
 * Makes the temporary relation `exposed (id, unit, variant, segment, ts)`: every unit that counts, with its id (see
 * unit-keys.ts), the place of its variant, that of its segment (0 without a breakdown) and when it was exposed, in
 * milliseconds; and the view `senders` of it. It is a table only where segments are texts, which are compared once.
 */
export async function createExposedUnits(
  connection: DuckDBConnection,
  params: ExperimentStatisticsParams,
  sampledPercent: number | undefined,
): Promise<ExposureCounts> {
  const { variants, breakdown, toMs, fromMs } = params;
  const owners = await ownersOfSenders(connection, params.unit);
  const senders = groupedUnits(params, await exposureRows(connection, params, sampledPercent));
  await connection.run(
    `CREATE TEMP TABLE seen AS ${owners === undefined ? senders : unitsOfSenders(params, senders, owners)}`,
  );
  await addCarriedAssignments(connection, params, owners !== undefined);
  const values = breakdown === undefined ? [] : await segmentsOf(connection, variants.length);
  const shown = values.slice(0, MAX_SEGMENTS);
  const named = shown.map((value, place) => `WHEN ${quoted(value)} THEN ${place}`);
  const segment = named.length === 0 ? '0' : `CASE segment ${named.join(' ')} ELSE ${MAX_SEGMENTS} END`;
  await connection.run(`CREATE TEMP ${breakdown === undefined ? 'VIEW' : 'TABLE'} exposed AS
    SELECT ${unitId(params, 'place', 'variant', 'segment')} AS id, unit, variant, segment, ts
    FROM (SELECT rowid - ${await firstRowId(connection)} AS place, unit, ${variantOfMask(variants.length)}::UTINYINT AS variant,
      (${segment})::UTINYINT AS segment, ts FROM seen WHERE ${isOfOneVariant(variants.length)})`);
  await createSenders(connection, params);
  const [odd] = await rowsOf(
    connection,
    `SELECT count(*) FILTER (mask = ${1 << variants.length}) AS unknown,
      count(*) FILTER (bit_count(mask) > 1) AS excluded FROM seen`,
  );
  const counted = await rowsOf(
    connection,
    `SELECT variant, ${byGroup(breakdown).segment}, count(*) AS units,
      count(*) FILTER (ts >= ${Math.max(fromMs, toMs - DAY_MS)}) AS recent
    FROM exposed ${byGroup(breakdown).groupBy}`,
  );
  const ofVariants = counted.filter(({ segment }) => segment === null);
  return {
    exposures: counted.map((row) => ({
      variant: numberIn(row, 'variant'),
      segment: numberOrNull(row, 'segment'),
      units: numberIn(row, 'units'),
    })),
    excludedUnits: numberIn(odd, 'excluded'),
    unknownUnits: numberIn(odd, 'unknown'),
    lastDayUnits: ofVariants.reduce((sum, row) => sum + numberIn(row, 'recent'), 0),
    segments: [...shown.map(segmentName), ...(values.length > shown.length ? [OTHER] : [])],
  };
}

/** Rows of a table that was only appended to are numbered without gaps, and to number them anew would take one thread. */
async function firstRowId(connection: DuckDBConnection): Promise<string> {
  const [row] = await rowsOf(connection, 'SELECT coalesce(min(rowid), 0)::VARCHAR AS first FROM seen');
  return String(row?.first);
}

/** In all, and by segment where there is a breakdown. */
export const byGroup = (breakdown: string | undefined): { readonly segment: string; readonly groupBy: string } =>
  breakdown === undefined
    ? { segment: 'NULL AS segment', groupBy: 'GROUP BY variant ORDER BY variant' }
    : {
        segment: 'segment',
        groupBy: 'GROUP BY GROUPING SETS ((variant), (variant, segment)) ORDER BY variant, segment NULLS FIRST',
      };

/** Of the bits of exposure-rows.ts. */
const isOfOneVariant = (variants: number): string => `bit_count(mask) = 1 AND mask < ${1 << variants}`;

const variantOfMask = (variants: number): string =>
  `CASE mask ${Array.from({ length: variants }, (_, place) => `WHEN ${1 << place} THEN ${place}`).join(' ')} END`;

const firstOf = ({ breakdown }: ExperimentStatisticsParams): string =>
  `min(ts) AS ts ${breakdown === undefined ? '' : ', arg_min(segment, (ts, segment)) AS segment'}`;

/** `SELECT unit, mask, ts, segment` of `rows (unit, bit, ts, segment)`. */
const groupedUnits = (params: ExperimentStatisticsParams, rows: string): string => `
  SELECT unit, bit_or(bit::USMALLINT) AS mask, ${firstOf(params)}
  FROM (${rows}) WHERE unit IS NOT NULL AND bit IS NOT NULL GROUP BY unit`;

/** The same where several senders may be one unit. Senders are fewer than exposures, so their owners are found last. */
const unitsOfSenders = (params: ExperimentStatisticsParams, senders: string, owners: string): string => `
  SELECT coalesce(owner.unit, sent.unit) AS unit, bit_or(mask) AS mask, ${firstOf(params)}
  FROM (${senders}) AS sent LEFT JOIN ${owners} AS owner ON owner.sender = sent.unit GROUP BY ALL`;

/**
 * Reading what events carry takes long, so it is looked first whether any event was sent without an SDK of ours, and then
 * whether it is of a unit that was not exposed. Mostly none was: with LIMIT 1 one thread would look at all of them.
 */
async function addCarriedAssignments(
  connection: DuckDBConnection,
  params: ExperimentStatisticsParams,
  areOwned: boolean,
): Promise<void> {
  const unit = (areOwned ? UNIT_KEYS : SENDER_KEYS)[params.unit];
  const isForeign = `ev.name <> ${quoted(SYSTEM_EVENTS.experimentExposure)}
    AND NOT coalesce(starts_with(ev.sdk_name, '${OWN_SDK_PREFIX}'), false)`;
  const unseen = `${eventsOf(params, areOwned ? joinUnit(params.unit) : '')} AND ${isForeign}
    AND NOT EXISTS (SELECT 1 FROM seen WHERE seen.unit = (${unit}))`;
  const [foreign] = await rowsOf(connection, `SELECT count(*) AS events ${eventsOf(params)} AND ${isForeign}`);
  if (numberIn(foreign, 'events') === 0) return;
  if (!(await hasRow(connection, unseen))) return;
  const { experimentKey: key } = params;
  const assignment = `json_extract(ev.context, ['/experiments/${key}', '/experiment_assignments/${key}'])`;
  const carried = `SELECT ${unit} AS unit, ${assignment} AS found, epoch_ms(ev.ts) AS ts
    ${segmentColumn(params)} ${unseen} AND contains(ev.context::VARCHAR, ${quoted(`"${key}"`)})`;
  const variant = "coalesce(found[1]->>'$', found[2]->>'variant_key')";
  const rows = `SELECT * EXCLUDE (found), ${bitOfVariant(variant, params.variants)} AS bit
    FROM (${carried}) WHERE coalesce(found[2]->>'subject_status', '') <> 'identity_changed'`;
  await connection.run(`INSERT INTO seen ${groupedUnits(params, rows)}`);
}

/** Those of most units, and one more where there are others. */
async function segmentsOf(connection: DuckDBConnection, variants: number): Promise<readonly string[]> {
  const rows = await rowsOf(
    connection,
    `SELECT segment FROM seen WHERE ${isOfOneVariant(variants)} GROUP BY segment ORDER BY count(*) DESC, segment
      LIMIT ${MAX_SEGMENTS + 1}`,
  );
  return rows.map(({ segment }) => String(segment));
}
