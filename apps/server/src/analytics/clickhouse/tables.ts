import { landingColumns, landingOrder, landingPartition } from './loading/landing.ts';

/**
 * The tables of the store. Append only, but for what erasure and retention take away.
 *
 * Times are milliseconds since 1970: DateTime64 holds no year before 1900, and devices send such.
 * Every row carries the attempt that wrote it; queries read rows of attempts that were committed (see visible.ts).
 * A column keeps its name and meaning for ever, and a new one must make sense when it is NULL.
 */
export interface Table {
  readonly columns: Readonly<Record<string, string>>;
  /** Columns that are computed when they are read, for people who read the tables by themselves. */
  readonly aliases?: Readonly<Record<string, string>>;
  readonly partitionBy?: string;
  readonly orderBy: string;
  readonly indexes?: readonly string[];
}

const place = { p: 'UUID', e: 'UUID', log_tag: 'UInt32', seq: 'Int64', idx: 'UInt32' } as const;
const identity = { h: 'Nullable(UInt64)', id_uuid: 'Nullable(UUID)', id_text: 'Nullable(String)' } as const;
const attempt = { attempt: 'UInt64' } as const;

/** Ids, versions, messages: nearly every row has another one, or there is no bound to how many there are. */
const TEXT = 'Nullable(String)';
/** Few values, again and again. */
const LABEL = 'LowCardinality(Nullable(String))';
const JSON_TEXT = 'Nullable(String) CODEC(ZSTD(1))';

const of = <Name extends string>(type: string, ...names: readonly Name[]): Record<Name, string> =>
  Object.fromEntries(names.map((name) => [name, type])) as Record<Name, string>;

const bloom = (column: string): string => `INDEX by_${column} ${column} TYPE bloom_filter(0.01) GRANULARITY 2`;
const byAttempt = 'INDEX by_attempt attempt TYPE minmax GRANULARITY 1';
const time = (column: string): string => `fromUnixTimestamp64Milli(${column}_ms, 'UTC')`;
/** Users' SQL sees the time as such, and no index on the milliseconds is used for that. */
const byTime = `INDEX by_time ts_ms TYPE minmax GRANULARITY 1, INDEX by_moment ${time('ts')} TYPE minmax GRANULARITY 1`;
const byMonth = "toYYYYMM(fromUnixTimestamp64Milli(received_ms, 'UTC'))";

export const tables = {
  events: {
    columns: {
      ...place,
      ...identity,
      ts_ms: 'Int64',
      received_ms: 'Int64',
      sent_ms: 'Nullable(Int64)',
      name: 'LowCardinality(String)',
      type: LABEL,
      ...of(TEXT, 'user_id', 'anonymous_id', 'device_id', 'session_id'),
      ...of(LABEL, 'platform', 'country', 'locale', 'timezone', 'app_version', 'app_build', 'app_namespace'),
      ...of(LABEL, 'build_channel', 'release_id', 'os_name', 'os_version', 'device_model', 'device_type'),
      ...of(LABEL, 'sdk_name', 'sdk_version'),
      properties: JSON_TEXT,
      context: JSON_TEXT,
      ...attempt,
    },
    aliases: { ts: time('ts'), received: time('received') },
    partitionBy: byMonth,
    orderBy: 'p, e, name, ts_ms, log_tag, seq, idx',
    indexes: [byTime, byAttempt, ...['user_id', 'anonymous_id', 'device_id', 'session_id'].map(bloom)],
  },
  metrics: {
    columns: {
      ...place,
      ...identity,
      ts_ms: 'Int64',
      received_ms: 'Int64',
      ...of(LABEL, 'metric_type', 'metric_name'),
      value_ms: 'Nullable(Float64)',
      status_code: 'Nullable(Int32)',
      is_error: 'Nullable(Bool)',
      ...of(LABEL, 'platform', 'app_version', 'build_number', 'os_version', 'device_model', 'country', 'network_type'),
      ...of(TEXT, 'user_id', 'session_id', 'device_id'),
      ...of(JSON_TEXT, 'attributes', 'context'),
      ...attempt,
    },
    aliases: { ts: time('ts'), received: time('received') },
    partitionBy: byMonth,
    orderBy: 'p, e, metric_type, metric_name, ts_ms, log_tag, seq, idx',
    indexes: [byTime, ...['user_id', 'device_id', 'session_id'].map(bloom)],
  },
  crashes: {
    columns: {
      ...place,
      ...identity,
      crash_id: 'Nullable(UUID)',
      ts_ms: 'Int64',
      received_ms: 'Int64',
      ...of(LABEL, 'platform', 'app_version', 'build_number', 'os_version', 'device_model'),
      ...of(TEXT, 'exception_type', 'exception_message', 'user_id', 'session_id', 'device_id'),
      is_foreground: 'Nullable(Bool)',
      ...of(JSON_TEXT, 'active_flags', 'active_experiments', 'report'),
      ...attempt,
    },
    aliases: { ts: time('ts'), received: time('received') },
    partitionBy: byMonth,
    orderBy: 'p, e, ts_ms, log_tag, seq, idx',
    indexes: [bloom('crash_id'), bloom('user_id'), bloom('device_id'), bloom('session_id')],
  },
  /** Which group each report belongs to; the latest row of a report counts. */
  crash_groupings: {
    columns: {
      ...place,
      received_ms: 'Int64',
      ...of('Nullable(UUID)', 'crash_id', 'fingerprint'),
      ...of('Nullable(Int32)', 'rule', 'symbols'),
      ...attempt,
    },
    orderBy: 'p, e, fingerprint, crash_id, log_tag, seq, idx',
    indexes: [bloom('crash_id')],
  },
  device_facts: {
    columns: {
      ...place,
      received_ms: 'Int64',
      ...of(TEXT, 'device_id', 'anonymous_id'),
      ...of(LABEL, 'platform', 'device_model', 'os_name', 'os_version', 'app_version', 'build_number'),
      ...of(LABEL, 'locale', 'country', 'timezone'),
      ...attempt,
    },
    orderBy: 'p, e, device_id, received_ms, log_tag, seq, idx',
    indexes: [bloom('anonymous_id')],
  },
  links: {
    columns: { ...place, ...of(TEXT, 'anonymous_id', 'user_id', 'device_id'), linked_at_ms: 'Int64', ...attempt },
    orderBy: 'p, e, anonymous_id, linked_at_ms, user_id, log_tag, seq, idx',
    indexes: [bloom('user_id'), bloom('device_id')],
  },
  /** All attributes of a user from set_at on, until the next row of the same user; NULL when there are none any more. */
  user_attributes: {
    columns: { ...place, received_ms: 'Int64', user_id: TEXT, set_at_ms: 'Int64', attributes: JSON_TEXT, ...attempt },
    orderBy: 'p, e, user_id, set_at_ms, log_tag, seq, idx',
  },
  failed_events: {
    columns: {
      ...place,
      ...identity,
      ...of(LABEL, 'kind', 'reason', 'record_kind'),
      name: TEXT,
      raw: JSON_TEXT,
      received_ms: 'Int64',
      ...of(TEXT, 'user_id', 'anonymous_id', 'device_id'),
      context: JSON_TEXT,
      ...of('Nullable(Int64)', 'sent_ms', 'drift'),
      ...attempt,
    },
    aliases: { received: time('received') },
    partitionBy: byMonth,
    orderBy: 'p, e, received_ms, log_tag, seq, idx',
    indexes: [byAttempt],
  },
  /** Failed events that were stored after all: where the failed one stands in its log. */
  replays: {
    columns: {
      ...place,
      failed_log_tag: 'UInt32',
      failed_seq: 'Int64',
      failed_idx: 'UInt32',
      replayed_ms: 'Int64',
      ...attempt,
    },
    orderBy: 'p, e, failed_log_tag, failed_seq, failed_idx',
  },
  ledger: {
    columns: {
      p: 'UUID',
      e: 'UUID',
      hour_ms: 'Int64',
      ...of('LowCardinality(String)', 'kind', 'outcome', 'reason'),
      items: 'Int64',
      ...attempt,
    },
    orderBy: 'p, e, hour_ms, kind, outcome, reason',
  },
  /** Whom erasures mean, as hashes: keeps out what turns up later. */
  erasures: {
    columns: {
      id: 'UUID',
      p: 'UUID',
      e: 'UUID',
      log_tag: 'UInt32',
      seq: 'Int64',
      received_ms: 'Int64',
      id_kind: 'LowCardinality(String)',
      id_hash: 'String',
      ...attempt,
    },
    orderBy: 'p, e, id_kind, id_hash, log_tag, seq',
  },
  /** What was taken away by records of the log. */
  removals: {
    columns: {
      id: 'UUID',
      p: 'UUID',
      e: 'UUID',
      kind: 'LowCardinality(String)',
      received_ms: 'Int64',
      until_ms: 'Int64',
      ...of('Int64', 'events', 'crashes', 'metrics', 'links', 'device_facts', 'failed_events'),
      fingerprints: 'String',
      is_scrubbed: 'Bool',
      ...attempt,
    },
    orderBy: 'id, received_ms',
  },
  /** Ids of everything that counts once, also of what was erased: of that only the hash is left, and no id. */
  seen: {
    columns: {
      p: 'UUID',
      e: 'UUID',
      h: 'UInt64',
      id: 'Nullable(String)',
      /** The table of the row, or `erased`. */
      stored_in: 'LowCardinality(String)',
      received_ms: 'Int64',
      ...attempt,
    },
    partitionBy: byMonth,
    orderBy: 'e, h',
  },
  log_damage: {
    columns: {
      log_id: 'UUID',
      segment: 'Int64',
      offset: 'Int64',
      bytes: 'Int64',
      reason: 'String',
      noticed_ms: 'Int64',
      ...attempt,
    },
    orderBy: 'log_id, segment, offset',
  },
} as const satisfies Readonly<Record<string, Table>>;

export type TableName = keyof typeof tables;

/** Every table of the database. */
export const storedTables: Readonly<Record<string, Table>> = {
  ...tables,
  landing: { columns: landingColumns, partitionBy: landingPartition, orderBy: landingOrder },
};

export const tableNames = Object.keys(tables) as readonly TableName[];
