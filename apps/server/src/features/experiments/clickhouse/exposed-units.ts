import { DAY_MS, SYSTEM_EVENTS } from '@lamppost/protocol';
import type { ClickhouseReader } from '../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import { millis } from '../../../analytics/clickhouse/relations/conditions.ts';
import { jsonTextAt } from '../../../analytics/clickhouse/relations/json-value.ts';
import { visible } from '../../../analytics/clickhouse/visible.ts';
import { quoted, texts, uuid } from '../../../engines/clickhouse/clickhouse-sql.ts';
import { requiredField } from '../../insights/clickhouse/insight-fields.ts';
import { OTHER } from '../../insights/queries/insight-params.ts';
import {
  type ExperimentStatistics,
  type ExperimentStatisticsParams,
  MAX_SEGMENTS,
} from '../queries/experiment-statistics.ts';
import { OWN_SDK_PREFIX, segmentName } from '../queries/exposed-units.ts';
import { byGroup, groupIn, numberIn } from './statement-rows.ts';
import { joinUnit, UNIT_KEYS } from './unit-keys.ts';

export interface ExposedUnits {
  /**
   * A table expression `(unit, variant, segment, ts)`: every unit that counts, with the place of its variant, that of its
   * segment (0 without a breakdown) and when it was exposed, in milliseconds. Every statement that names it finds them
   * anew: there is no place to keep them.
   */
  readonly exposed: string;
  readonly counts: Pick<
    ExperimentStatistics,
    'exposures' | 'excludedUnits' | 'unknownUnits' | 'lastDayUnits' | 'segments'
  >;
}

export async function exposedUnits(
  reader: ClickhouseReader,
  params: ExperimentStatisticsParams,
): Promise<ExposedUnits> {
  const { variants, breakdown, toMs, fromMs } = params;
  const seen = seenUnits(params, await isAnyCarried(reader, params));
  const values = breakdown === undefined ? [] : await segmentsOf(reader, seen, variants.length);
  const shown = values.slice(0, MAX_SEGMENTS);
  const places = shown.map((_, place) => place).join(', ');
  const segment = shown.length === 0 ? '0' : `transform(segment, ${texts(shown)}, [${places}], ${MAX_SEGMENTS})`;
  const exposed = `(SELECT unit, toUInt8(bitCount(mask - 1)) AS variant, toUInt8(${segment}) AS segment, ts
    FROM ${seen} WHERE ${isOfOneVariant(variants.length)})`;
  const [odd] = await reader.objects(
    `SELECT countIf(mask = ${1 << variants.length}) AS unknown, countIf(bitCount(mask) > 1) AS excluded FROM ${seen}`,
  );
  const { segment: group, groupBy } = byGroup(breakdown);
  const counted = await reader.objects(
    `SELECT variant, ${group}, count() AS units, countIf(ts >= ${millis(Math.max(fromMs, toMs - DAY_MS))}) AS recent
      FROM ${exposed} ${groupBy}`,
  );
  const exposures = counted.map((row) => ({ ...groupIn(row), units: numberIn(row, 'units') }));
  const recent = counted.map((row) => (groupIn(row).segment === null ? numberIn(row, 'recent') : 0));
  return {
    exposed,
    counts: {
      exposures,
      excludedUnits: numberIn(odd, 'excluded'),
      unknownUnits: numberIn(odd, 'unknown'),
      lastDayUnits: recent.reduce((sum, units) => sum + units, 0),
      segments: [...shown.map(segmentName), ...(values.length > shown.length ? [OTHER] : [])],
    },
  };
}

/** Variants of a unit as bits, by their places; the bit behind the last stands for all others. */
const isOfOneVariant = (variants: number): string => `bitCount(mask) = 1 AND mask < ${1 << variants}`;

const maskOfVariant = (variants: readonly string[]): string =>
  `toUInt16(transform(assumeNotNull(variant), ${texts(variants)}, [${variants.map((_, place) => 1 << place).join(', ')}],
    ${1 << variants.length}))`;

/** `(unit, mask, ts, segment)`, of exposures; of a unit without one, of what its events carry. */
function seenUnits(params: ExperimentStatisticsParams, isCarried: boolean): string {
  const rows = [exposureRows(params), ...(isCarried ? [carriedRows(params)] : [])];
  const kinds = ['is_exposure', 'NOT is_exposure'].map(
    (kind) => `(groupBitOrIf(${maskOfVariant(params.variants)}, ${kind}), minIf(ts, ${kind}),
      argMinIf(segment, (ts, segment), ${kind}))`,
  );
  return `(SELECT unit, found.1 AS mask, found.2 AS ts, found.3 AS segment
    FROM (SELECT unit, if(countIf(is_exposure) > 0, ${kinds.join(', ')}) AS found
      FROM (${rows.join(' UNION ALL ')}) WHERE unit IS NOT NULL AND variant IS NOT NULL GROUP BY unit))`;
}

/** With a sign in front, so that no value is another's, nor that of none. */
const segmentColumn = ({ breakdown }: ExperimentStatisticsParams): string =>
  breakdown === undefined
    ? "''"
    : `ifNull(concat('=', CAST(${requiredField(breakdown, 'breakdown').text} AS Nullable(String))), '')`;

const eventsOf = ({ scope, unit, fromMs, toMs }: ExperimentStatisticsParams): string => `
  FROM ${visible('events')} AS ev ${joinUnit(unit, scope)}
  WHERE ev.p = ${uuid(scope.projectId)} AND ev.e = ${uuid(scope.environmentId)}
    AND ev.ts_ms >= ${millis(fromMs)} AND ev.ts_ms < ${millis(toMs)}`;

/** Most exposures are to other experiments: a look at the text spares reading them. */
const isExposure = ({ experimentKey: key }: ExperimentStatisticsParams): string =>
  `ev.name = ${quoted(SYSTEM_EVENTS.experimentExposure)} AND position(ev.properties, ${quoted(`"${key}"`)}) > 0
    AND ${jsonTextAt('ev.properties', ['experiment_key'])} = ${quoted(key)}`;

const exposureRows = (params: ExperimentStatisticsParams): string =>
  `SELECT true AS is_exposure, ${UNIT_KEYS[params.unit]} AS unit, ev.ts_ms AS ts,
      ${jsonTextAt('ev.properties', ['variant_key'])} AS variant, ${segmentColumn(params)} AS segment
    ${eventsOf(params)} AND ${isExposure(params)}`;

/** `SELECT d, unit, ts` of exposures that name a device. */
export const exposedDevices = (params: ExperimentStatisticsParams): string =>
  `SELECT sipHash64('device', ev.device_id) AS d, ${UNIT_KEYS[params.unit]} AS unit, ev.ts_ms AS ts
    ${eventsOf(params)} AND ev.device_id != '' AND ${isExposure(params)}`;

const mayCarry = ({ experimentKey: key }: ExperimentStatisticsParams): string =>
  `NOT startsWith(ifNull(ev.sdk_name, ''), '${OWN_SDK_PREFIX}') AND ev.name != ${quoted(SYSTEM_EVENTS.experimentExposure)}
    AND position(ev.context, ${quoted(`"${key}"`)}) > 0`;

const carriedRows = (params: ExperimentStatisticsParams): string => {
  const assigned = (member: string): string =>
    jsonTextAt('ev.context', ['experiment_assignments', params.experimentKey, member]);
  return `SELECT false AS is_exposure, ${UNIT_KEYS[params.unit]} AS unit, ev.ts_ms AS ts,
      coalesce(${jsonTextAt('ev.context', ['experiments', params.experimentKey])}, ${assigned('variant_key')}) AS variant,
      ${segmentColumn(params)} AS segment
    ${eventsOf(params)} AND ${mayCarry(params)}
      AND ifNull(${assigned('subject_status')}, '') != 'identity_changed'`;
};

/** Reading what events carry takes long, so it is looked first whether there is an event that would need it. */
async function isAnyCarried(reader: ClickhouseReader, params: ExperimentStatisticsParams): Promise<boolean> {
  const events = eventsOf({ ...params, unit: 'device' });
  return (await reader.rows(`SELECT 1 ${events} AND ${mayCarry(params)} LIMIT 1`)).length > 0;
}

/** Those of most units, and one more where there are others. */
async function segmentsOf(reader: ClickhouseReader, seen: string, variants: number): Promise<readonly string[]> {
  const rows = await reader.rows(
    `SELECT segment FROM ${seen} WHERE ${isOfOneVariant(variants)} GROUP BY segment ORDER BY count() DESC, segment
      LIMIT ${MAX_SEGMENTS + 1}`,
  );
  return rows.map(([segment]) => String(segment));
}
