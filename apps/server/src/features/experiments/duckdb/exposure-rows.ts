import type { DuckDBConnection } from '@duckdb/node-api';
import { SYSTEM_EVENTS } from '@lamppost/protocol';
import { everywhere } from '../../../analytics/duckdb/recent-rows.ts';
import { quoted, timeLiteral } from '../../../analytics/duckdb/sql-text.ts';
import { requiredField } from '../../insights/duckdb/insight-fields.ts';
import type { ExperimentStatisticsParams } from '../queries/experiment-statistics.ts';
import { numberIn, rowsOf } from './statement-rows.ts';
import { joinUnit, SENDER_KEYS, UNIT_KEYS } from './unit-keys.ts';

/** `FROM … WHERE` of all events `ev` of the time that is asked about. */
export const eventsOf = ({ scope, fromMs, toMs }: ExperimentStatisticsParams, joined = ''): string => `
  FROM ${everywhere('events')} AS ev ${joined}
  WHERE ev.p = ${quoted(scope.projectId)}::UUID AND ev.e = ${quoted(scope.environmentId)}::UUID
    AND ev.ts >= ${timeLiteral(fromMs)} AND ev.ts < ${timeLiteral(toMs)}`;

/** With a sign in front, so that no value is another's, nor that of none. */
export const segmentColumn = ({ breakdown }: ExperimentStatisticsParams): string =>
  breakdown === undefined ? '' : `, coalesce('=' || (${requiredField(breakdown, 'breakdown').text}), '') AS segment`;

/** `SELECT unit, ts, variant, segment`, with senders for units. */
export async function exposureRows(connection: DuckDBConnection, params: ExperimentStatisticsParams): Promise<string> {
  const { condition, variant } = (await byText(connection, params)) ?? byJson(params);
  return `SELECT ${SENDER_KEYS[params.unit]} AS unit, epoch_ms(ev.ts) AS ts, ${variant} AS variant ${segmentColumn(params)}
    ${exposuresOf(params)} AND ${condition}`;
}

/** `SELECT d, unit, ts` of exposures that name a device. */
export const exposedDevices = (params: ExperimentStatisticsParams): string => `
  SELECT hash(ev.device_id) AS d, ${UNIT_KEYS[params.unit]} AS unit, epoch_ms(ev.ts) AS ts
    ${exposuresOf(params, joinUnit(params.unit))} AND ev.device_id <> '' AND ${byJson(params).condition}`;

const exposuresOf = (params: ExperimentStatisticsParams, joined = ''): string =>
  `${eventsOf(params, joined)} AND ev.name = ${quoted(SYSTEM_EVENTS.experimentExposure)}`;

/** How exposures `ev` to the experiment are told from others, and to which variant they are. */
interface ExposureSql {
  readonly condition: string;
  readonly variant: string;
}

/** Most exposures are to other experiments: a look at the text spares reading their JSON. */
const byJson = ({ experimentKey: key }: ExperimentStatisticsParams): ExposureSql => ({
  condition: `contains(ev.properties::VARCHAR, ${quoted(`"${key}"`)})
    AND json_extract_string(ev.properties, '/experiment_key') = ${quoted(key)}`,
  variant: "json_extract_string(ev.properties, '/variant_key')",
});

const SAMPLE_ROWS = 10_000;
/** Of more different properties among the sampled rows, all together are probably too many. */
const MAX_SAMPLED_TEXTS = 500;
/** Properties of one experiment: each of its variants a few times. */
const MAX_TEXTS = 64;

/**
 * Exposures differ in who was exposed and when; their properties are mostly the same few texts, of which the store keeps
 * each once for thousands of rows. So JSON is read once for each text. Undefined: there are too many of them.
 */
async function byText(
  connection: DuckDBConnection,
  params: ExperimentStatisticsParams,
): Promise<ExposureSql | undefined> {
  const texts = `SELECT ev.properties::VARCHAR AS text ${exposuresOf(params)}`;
  const [sampled] = await rowsOf(
    connection,
    `SELECT count(DISTINCT text) AS texts FROM (${texts} LIMIT ${SAMPLE_ROWS})`,
  );
  if (numberIn(sampled, 'texts') > MAX_SAMPLED_TEXTS) return undefined;
  const found = await rowsOf(
    connection,
    `SELECT text, json_extract_string(text, '/variant_key') AS variant FROM (${texts} GROUP BY text)
    WHERE json_extract_string(text, '/experiment_key') = ${quoted(params.experimentKey)} LIMIT ${MAX_TEXTS + 1}`,
  );
  if (found.length > MAX_TEXTS) return undefined;
  if (found.length === 0) return { condition: 'false', variant: 'NULL::VARCHAR' };
  const variants = found.map(
    ({ text, variant }) => `WHEN ${quoted(String(text))} THEN ${variant === null ? 'NULL' : quoted(String(variant))}`,
  );
  return {
    // A function is asked once for each text of a row group, an operator for each row.
    condition: `list_contains([${found.map(({ text }) => quoted(String(text))).join(', ')}], ev.properties::VARCHAR)`,
    variant: `CASE ev.properties::VARCHAR ${variants.join(' ')} END`,
  };
}
