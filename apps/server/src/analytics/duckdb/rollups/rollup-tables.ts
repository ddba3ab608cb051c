import { MINUTE_MS } from '@lamppost/protocol';

/**
 * Sums of `events` and `metrics` that pages ask for instead of the rows themselves: a tenth of them or less. They are
 * written in the transaction that writes the rows. Sums with other columns are built again when a store is opened; another
 * meaning of a column needs another name.
 */

export const summedTables = ['events', 'metrics'] as const;
export type SummedTable = (typeof summedTables)[number];

/** Time zones differ by whole quarters of an hour, so days and hours of every zone consist of whole slots. */
export const SLOT_MS = 15 * MINUTE_MS;

/** Begin of the slot of a time. Of times before 1970, too. */
export const slotOf = (time: string): string =>
  `make_timestamp_ms(epoch_ms(${time}) - (epoch_ms(${time}) % ${SLOT_MS} + ${SLOT_MS}) % ${SLOT_MS})::TIMESTAMP_MS`;

/** Sums of the rows of a source. */
type SumsOf = (source: string, condition: string) => string;

interface Rollup {
  /** Columns by which rows are summed up, with their types. */
  readonly keys: Readonly<Record<string, string>>;
  readonly sums: Readonly<Record<string, { readonly type: string; readonly merge: string }>>;
  /** Texts of `keys` that stand beside them as numbers, which are found and counted in a tenth of the time. */
  readonly hashes: Readonly<Record<string, string>>;
  readonly of: Readonly<Partial<Record<SummedTable, SumsOf>>>;
  /** Which rows a row that is deleted is in, by columns of `keys` that rows of every table have. */
  readonly touched: readonly string[];
}

const texts = (...names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, 'VARCHAR']));

const slots = { p: 'UUID', e: 'UUID', received_slot: 'TIMESTAMP_MS', slot: 'TIMESTAMP_MS' };
const items = { type: 'BIGINT', merge: 'sum(items)::BIGINT' };
const SLOTS = `p, e, ${slotOf('received')} AS received_slot, ${slotOf('ts')} AS slot`;

const sessionTexts = texts(
  'user_id',
  'anonymous_id',
  'device_id',
  'session_id',
  'platform',
  'app_version',
  'country',
  'os_name',
  'os_version',
  'device_model',
);

/** How a row of a table says it; metrics have fewer columns, and other names in the context. */
const columnsOfRow: Readonly<Record<SummedTable, string>> = {
  events: `${SLOTS}, true AS is_event, ${Object.keys(sessionTexts).join(', ')}`,
  metrics: `${SLOTS}, false AS is_event, ${Object.keys(sessionTexts)
    .map((name) => (name === 'anonymous_id' || name === 'os_name' ? `NULL::VARCHAR AS ${name}` : name))
    .join(', ')}`,
};
const member = (name: string): string => `json_extract(context, '/${name}')::VARCHAR`;
const objectsOfRow: Readonly<Record<SummedTable, string>> = {
  events: `${member('flags')} AS flags, ${member('experiments')} AS experiments`,
  metrics: `${member('active_flags')} AS flags, ${member('active_experiments')} AS experiments`,
};

/** Rows of a batch have the same context: that of one of them is taken apart. Long texts are not kept meanwhile. */
const activityOf =
  (table: SummedTable): SumsOf =>
  (source, condition) =>
    `WITH said AS MATERIALIZED (
      SELECT ${columnsOfRow[table]}, hash(context) AS k, min(rowid) AS r, count(*) AS items, min(ts) AS first,
        max(ts) AS last, max(received) AS last_received
      FROM ${source} WHERE ${condition} GROUP BY ALL),
    chosen AS (SELECT rowid AS place, ${objectsOfRow[table]}
      FROM ${source} WHERE ${condition} AND rowid IN (SELECT r FROM said))
    SELECT said.* EXCLUDE (k, r, items, first, last, last_received), flags, experiments, sum(items)::BIGINT AS items,
      min(first) AS first, max(last) AS last, max(last_received) AS last_received
    FROM said JOIN chosen ON place = r GROUP BY ALL`;

/** What each session has said in a slot of time, in events and in metrics, and how often and when it said so. */
const sessionActivity: Rollup = {
  keys: { ...slots, is_event: 'BOOLEAN', ...sessionTexts, flags: 'VARCHAR', experiments: 'VARCHAR' },
  sums: {
    items,
    first: { type: 'TIMESTAMP_MS', merge: 'min(first)' },
    last: { type: 'TIMESTAMP_MS', merge: 'max(last)' },
    last_received: { type: 'TIMESTAMP_MS', merge: 'max(last_received)' },
  },
  hashes: {
    user_key: 'user_id',
    anonymous_key: 'anonymous_id',
    device_key: 'device_id',
    session_key: 'session_id',
  },
  of: { events: activityOf('events'), metrics: activityOf('metrics') },
  touched: ['p', 'e', 'received_slot', 'slot', 'user_id', 'device_id', 'session_id'],
};

/** How many events of a name there are in a slot of time. */
const eventCounts: Rollup = {
  keys: { ...slots, name: 'VARCHAR' },
  sums: {
    items,
    first_received: { type: 'TIMESTAMP_MS', merge: 'min(first_received)' },
    last_received: { type: 'TIMESTAMP_MS', merge: 'max(last_received)' },
  },
  hashes: {},
  of: {
    events: (source, condition) => `SELECT ${SLOTS}, name, count(*) AS items, min(received) AS first_received,
      max(received) AS last_received FROM ${source} WHERE ${condition} GROUP BY ALL`,
  },
  touched: ['p', 'e', 'received_slot', 'slot', 'name'],
};

export type RollupName = 'session_activity' | 'event_counts';
export const rollups: Readonly<Record<RollupName, Rollup>> = {
  session_activity: sessionActivity,
  event_counts: eventCounts,
};
export const rollupNames = Object.keys(rollups) as readonly RollupName[];

const columnsOf = ({ keys, sums, hashes }: Rollup): string =>
  [
    ...Object.entries(keys),
    ...Object.entries(sums).map(([name, { type }]) => [name, type]),
    ...Object.keys(hashes).map((name) => [name, 'UBIGINT']),
  ]
    .map(([name, type]) => `${name} ${type}`)
    .join(', ');

const hashOf = (text: string): string => `CASE WHEN ${text} IS NOT NULL THEN hash(${text}) END`;

/** The hashes of a row that has the texts, as columns behind others. */
export const hashColumns = ({ hashes }: Pick<Rollup, 'hashes'>): string =>
  Object.entries(hashes)
    .map(([name, text]) => `, ${hashOf(text)} AS ${name}`)
    .join('');

/** Whether hashes are those of this DuckDB: another version may hash in another way. */
export const haveHashes = ({ hashes }: Pick<Rollup, 'hashes'>): string =>
  Object.entries(hashes)
    .map(([name, text]) => `${name} IS NOT DISTINCT FROM ${hashOf(text)}`)
    .join(' AND ') || 'true';

/** Every load leaves rows of its own; those that were merged with others are `is_merged`. */
export const rollupTables = {
  session_activity: `${columnsOf(sessionActivity)}, is_merged BOOLEAN`,
  event_counts: `${columnsOf(eventCounts)}, is_merged BOOLEAN`,
} as const;

/** A row of a table as one of `session_activity`. */
export const activityOfRow = (table: SummedTable): string => `${columnsOfRow[table]}, ${objectsOfRow[table]},
  1::BIGINT AS items, ts AS first, ts AS last, received AS last_received`;

/** An event as a row of `event_counts`. */
export const COUNT_OF_EVENT = `${SLOTS}, name, 1::BIGINT AS items, received AS first_received, received AS last_received`;
