import { failPointValue } from '../../telemetry/fail-points.ts';
import { deviceColumns } from '../device-columns.ts';
import { rollupTables } from './rollups/rollup-tables.ts';

/**
 * The tables of the store, without indexes or constraints. Append only, but for what records of the log take away.
 *
 * Every row is named by where it stands in the log: log_tag, seq, idx (see analytics/row-id.ts).
 * h is the deduplication hash, NULL for rows that always count (see dedup-hash.ts).
 * An id that is a UUID in its usual form stands in id_uuid, any other in id_text.
 *
 * A change of the tables is a new STORE_FORMAT: a store of another format is moved aside and rebuilt from the newest
 * checkpoint and the log. Rows of the checkpoint keep what they have by the names of the columns, and segments may be
 * gone: so a column keeps its name and meaning for ever, and a new one must make sense when it is NULL.
 */
export const STORE_FORMAT = 2;

const place = 'p UUID, e UUID, log_tag UINTEGER, seq BIGINT, idx UINTEGER';
const identity = 'h UBIGINT, id_uuid UUID, id_text VARCHAR';

/** Columns of `events` that come out of the context, with their path in it. */
export const contextColumns = {
  user_id: ['user', 'id'],
  anonymous_id: ['user', 'anonymous_id'],
  device_id: ['device', 'id'],
  session_id: ['session', 'id'],
  platform: ['device', 'platform'],
  country: ['device', 'country'],
  locale: ['device', 'locale'],
  timezone: ['device', 'timezone'],
  app_version: ['app', 'version'],
  app_build: ['app', 'build'],
  app_namespace: ['app', 'namespace'],
  build_channel: ['app', 'build_channel'],
  release_id: ['release_id'],
  os_name: ['device', 'os_name'],
  os_version: ['device', 'os_version'],
  device_model: ['device', 'model'],
  device_type: ['device', 'type'],
  sdk_name: ['sdk', 'name'],
  sdk_version: ['sdk', 'version'],
} as const;

export const metricContextColumns = [
  'platform',
  'app_version',
  'build_number',
  'os_version',
  'device_model',
  'user_id',
  'session_id',
  'device_id',
  'country',
  'network_type',
] as const;

export const crashColumns = [
  'platform',
  'app_version',
  'build_number',
  'os_version',
  'device_model',
  'exception_type',
  'exception_message',
  'user_id',
  'session_id',
  'device_id',
] as const;

/** Whose a failed event is, as far as it or its batch says so. */
const subjectColumns = ['user_id', 'anonymous_id', 'device_id'] as const;

/** Long text: zstd takes a third less room than what DuckDB would choose, and half the time to write. */
const json = failPointValue('compression') === 'off' ? 'JSON' : 'JSON USING COMPRESSION zstd';

const texts = (names: readonly string[]): string => names.map((name) => `${name} VARCHAR`).join(', ');

export const tables = {
  events: `${place}, ${identity}, ts TIMESTAMP_MS, received TIMESTAMP_MS, sent TIMESTAMP_MS, name VARCHAR, type VARCHAR,
    ${texts(Object.keys(contextColumns))}, properties ${json}, context ${json}`,
  metrics: `${place}, ${identity}, ts TIMESTAMP_MS, received TIMESTAMP_MS, metric_type VARCHAR, metric_name VARCHAR,
    value_ms DOUBLE, status_code INTEGER, is_error BOOLEAN, ${texts(metricContextColumns)}, attributes ${json}, context ${json}`,
  crashes: `${place}, ${identity}, crash_id UUID, ts TIMESTAMP_MS, received TIMESTAMP_MS, ${texts(crashColumns)},
    is_foreground BOOLEAN, active_flags ${json}, active_experiments ${json}, report ${json}`,
  /** Which group each report belongs to; the latest row of a report counts. See crash-groupings.ts. */
  crash_groupings: `${place}, received TIMESTAMP_MS, crash_id UUID, fingerprint UUID, rule INTEGER, symbols INTEGER`,
  device_facts: `${place}, received TIMESTAMP_MS, ${texts(deviceColumns)}`,
  links: `${place}, anonymous_id VARCHAR, user_id VARCHAR, device_id VARCHAR, linked_at TIMESTAMP_MS`,
  /** All attributes of a user from set_at on, until the next row of the same user; NULL when there are none any more. */
  user_attributes: `${place}, received TIMESTAMP_MS, user_id VARCHAR, set_at TIMESTAMP_MS, attributes ${json}`,
  failed_events: `${place}, ${identity}, kind VARCHAR, name VARCHAR, reason VARCHAR, raw ${json}, received TIMESTAMP_MS,
    ${texts(subjectColumns)}, record_kind VARCHAR, context ${json}, sent TIMESTAMP_MS, drift BIGINT`,
  /** Failed events that were stored after all: where the failed one stands in the log, and when that was asked for. */
  replays: `${place}, failed_log_tag UINTEGER, failed_seq BIGINT, failed_idx UINTEGER, replayed TIMESTAMP_MS`,
  /** See load-ledger.ts. A row per load and what it counted, gathered into one now and then. */
  ledger: 'p UUID, e UUID, hour TIMESTAMP_MS, kind VARCHAR, outcome VARCHAR, reason VARCHAR, items BIGINT',
  /** Whom erasures mean, as hashes (see removals.ts): keeps out what turns up later. */
  erasures:
    'id UUID, p UUID, e UUID, log_tag UINTEGER, seq BIGINT, received TIMESTAMP_MS, id_kind VARCHAR, id_hash VARCHAR',
  /** Deduplication hashes of erased rows: a repeat of one stays a repeat. */
  erased_ids: 'p UUID, e UUID, h UBIGINT, received TIMESTAMP_MS',
  /** What was taken away by records of the log, and whether its bytes are gone too. */
  removals: `id UUID, p UUID, e UUID, kind VARCHAR, received TIMESTAMP_MS, until TIMESTAMP_MS, events BIGINT, crashes BIGINT,
    metrics BIGINT, links BIGINT, device_facts BIGINT, failed_events BIGINT, fingerprints VARCHAR, is_scrubbed BOOLEAN`,
  /** When something came again that was erased and is not stored: its bytes stand in a segment. */
  returned_bytes: 'noticed TIMESTAMP_MS',
  log_damage: 'log_id UUID, segment BIGINT, "offset" BIGINT, bytes BIGINT, reason VARCHAR, noticed TIMESTAMP_MS',
  segment_gaps: 'log_id UUID, "first" BIGINT, "last" BIGINT',
  /** missing_segments is not written any more: numbers that were passed over are no loss. */
  loads: `load BIGINT, log_id UUID, segment BIGINT, loaded TIMESTAMP_MS, stored_events BIGINT, duplicate_events BIGINT,
    failed_events BIGINT, stored_crashes BIGINT, duplicate_crashes BIGINT, stored_metrics BIGINT,
    duplicate_metrics BIGINT, damaged_records BIGINT, missing_segments BIGINT, unbalanced_items BIGINT, lost_rows BIGINT,
    lost_events BIGINT, uncounted_records BIGINT`,
  ...rollupTables,
  store_format: 'format INTEGER',
  /** Tells this file from one that was built in its place: what is kept beside it belongs to one of them. */
  store_identity: 'id UUID',
} as const;

export type TableName = keyof typeof tables;

/** Every ATTACH must say it: the file does not remember, and with DuckDB's own size commits take seconds. */
export const ROW_GROUP_SIZE = 32_768;
/** The first that compresses the dictionaries of text columns; read by this DuckDB and later ones. */
export const STORAGE_VERSION = 'v1.5.0';

/** Tables whose rows are gathered in memory before they are written. */
export const recentTables = [
  'events',
  'metrics',
  'crashes',
  'crash_groupings',
  'device_facts',
  'links',
  'user_attributes',
  'failed_events',
  'replays',
  'ledger',
  'log_damage',
] as const satisfies readonly TableName[];

export const createTables: readonly string[] = Object.entries(tables).map(
  ([name, columns]) => `CREATE TABLE store.${name} (${columns})`,
);

/** Tables that stores of this format may lack: they were made before there was a need. */
export const laterTables = [
  'store_identity',
  'returned_bytes',
  'user_attributes',
  'session_activity',
  'event_counts',
] as const satisfies readonly TableName[];

/** The last statement of making a store: without it the store does not count. */
export const nameFormat = `INSERT INTO store.store_format VALUES (${STORE_FORMAT})`;
