import type { DuckDBConnection } from '@duckdb/node-api';
import { SYSTEM_EVENTS } from '@lamppost/protocol';
import { everywhere } from '../../../analytics/duckdb/recent-rows.ts';
import { quoted, timeLiteral } from '../../../analytics/duckdb/sql-text.ts';
import { requiredField } from '../../insights/duckdb/insight-fields.ts';
import type { ExperimentStatisticsParams } from '../queries/experiment-statistics.ts';
import { rowsOf } from './statement-rows.ts';
import { eventsOfSenders, joinUnit, SENDER_KEYS, UNIT_KEYS } from './unit-keys.ts';

/** `FROM … WHERE` of all events `ev` of the time that is asked about. */
export const eventsOf = (
  { scope, fromMs, toMs }: ExperimentStatisticsParams,
  joined = '',
  events = everywhere('events'),
): string => `
  FROM ${events} AS ev ${joined}
  WHERE ev.p = ${quoted(scope.projectId)}::UUID AND ev.e = ${quoted(scope.environmentId)}::UUID
    AND ev.ts >= ${timeLiteral(fromMs)} AND ev.ts < ${timeLiteral(toMs)}`;

/** With a sign in front, so that no value is another's, nor that of none. */
export const segmentColumn = ({ breakdown }: ExperimentStatisticsParams): string =>
  breakdown === undefined ? '' : `, coalesce('=' || (${requiredField(breakdown, 'breakdown').text}), '') AS segment`;

/** Variants as bits, by their places, so that those of a unit are one number; the bit behind the last stands for all others. */
export function bitOfVariant(variant: string, variants: readonly string[]): string {
  const known = variants.map((key, place) => `WHEN ${variant} = ${quoted(key)} THEN ${1 << place}`).join(' ');
  return `CASE ${known} WHEN ${variant} IS NOT NULL THEN ${1 << variants.length} END`;
}

/** `SELECT unit, ts, bit, segment`, with senders for units and bits for variants. */
export async function exposureRows(
  connection: DuckDBConnection,
  params: ExperimentStatisticsParams,
  sampledPercent = 1,
): Promise<string> {
  const { place, condition, bit } = await byText(connection, params, sampledPercent);
  // A breakdown may be by what is not read of senders.
  const events = params.breakdown === undefined ? eventsOfSenders(params.unit) : everywhere('events');
  return `SELECT ${SENDER_KEYS[params.unit]} AS unit, epoch_ms(ev.ts) AS ts, ${bit} AS bit ${segmentColumn(params)}
    FROM (SELECT ev.*, ${place} AS place ${exposuresOf(params, events)}) AS ev WHERE ${condition}`;
}

/** `SELECT d, unit, ts` of exposures that name a device. */
export const exposedDevices = (params: ExperimentStatisticsParams): string => `
  SELECT hash(ev.device_id) AS d, ${UNIT_KEYS[params.unit]} AS unit, epoch_ms(ev.ts) AS ts
    ${exposuresOf(params, everywhere('events'), joinUnit(params.unit))} AND ev.device_id <> '' AND ${byJson(params).condition}`;

/** The same ones each time. */
const sampledEvents = (percent: number): string =>
  `(SELECT * FROM store.events TABLESAMPLE system(${percent} PERCENT) REPEATABLE (1))`;

const exposuresOf = (params: ExperimentStatisticsParams, events = everywhere('events'), joined = ''): string =>
  `${eventsOf(params, joined, events)} AND ev.name = ${quoted(SYSTEM_EVENTS.experimentExposure)}`;

/** How exposures `ev` to the experiment are told from others, and to which variant they are. */
interface ExposureSql {
  readonly condition: string;
  readonly bit: string;
}

/** Most exposures are to other experiments: a look at the text spares reading their JSON. */
const byJson = ({ experimentKey: key, variants }: ExperimentStatisticsParams): ExposureSql => ({
  condition: `contains(ev.properties::VARCHAR, ${quoted(`"${key}"`)})
    AND json_extract_string(ev.properties, '/experiment_key') = ${quoted(key)}`,
  bit: bitOfVariant("json_extract_string(ev.properties, '/variant_key')", variants),
});

/** Of more different texts, each is probably there only a few times. */
const MAX_KNOWN_TEXTS = 200;

/**
 * Exposures differ in who was exposed and when; their properties are mostly the same few texts, of which the store keeps
 * each once for thousands of rows. So the JSON of those that a sample has is read once, and that of others row by row.
 * `place` is that of the text among those that are known: our own come first.
 */
async function byText(
  connection: DuckDBConnection,
  params: ExperimentStatisticsParams,
  sampledPercent: number,
): Promise<ExposureSql & { readonly place: string }> {
  const json = byJson(params);
  const known = await rowsOf(
    connection,
    `SELECT text, json_extract_string(text, '/experiment_key') = ${quoted(params.experimentKey)} AS is_own,
      ${bitOfVariant("json_extract_string(text, '/variant_key')", params.variants)} AS bit
    FROM (SELECT ev.properties::VARCHAR AS text ${exposuresOf(params, sampledEvents(sampledPercent))} GROUP BY text)
    LIMIT ${MAX_KNOWN_TEXTS + 1}`,
  );
  const own = known.filter(({ is_own }) => is_own === true);
  if (own.length === 0 || known.length > MAX_KNOWN_TEXTS) return { ...json, place: 'NULL::INTEGER' };
  const texts = [...own, ...known.filter((row) => !own.includes(row))].map(({ text }) => quoted(String(text)));
  const bits = own.map(({ bit }, at) => `WHEN ${at + 1} THEN ${bit ?? 'NULL'}`);
  return {
    // A function is asked once for each text of a row group, an operator for each row.
    place: `list_position([${texts.join(', ')}], ev.properties::VARCHAR)`,
    condition: `(ev.place <= ${own.length} OR ev.place IS NULL AND ${json.condition})`,
    bit: `CASE ev.place ${bits.join(' ')} ELSE ${json.bit} END`,
  };
}
