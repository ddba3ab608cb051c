import { inScope, millis } from '../../../analytics/clickhouse/relations/conditions.ts';
import { entriesOf, markedAt } from '../../../analytics/clickhouse/relations/json-value.ts';
import { osLabel } from '../../../analytics/clickhouse/relations/os-label.ts';
import { owners } from '../../../analytics/clickhouse/relations/persons.ts';
import { RELEASE_VALUE } from '../../../analytics/clickhouse/relations/release-value.ts';
import { visible } from '../../../analytics/clickhouse/visible.ts';
import { quoted } from '../../../engines/clickhouse/clickhouse-sql.ts';
import type { HealthDimension, SessionHealthParams } from '../queries/session-health.ts';

const tables = ['events', 'metrics', 'crashes'] as const;
type SessionTable = (typeof tables)[number];
type KeyedDimension = Extract<HealthDimension, 'flag' | 'experiment'>;
type PlainDimension = Exclude<HealthDimension, KeyedDimension>;

const text = (column: string): string => `nullIf(CAST(${column} AS Nullable(String)), '')`;
const same = (column: string): Readonly<Record<SessionTable, string>> => ({
  events: text(column),
  metrics: text(column),
  crashes: text(column),
});

/** Where each kind of row says what its session is. */
const plainValues: Readonly<Record<PlainDimension, Readonly<Record<SessionTable, string>>>> = {
  app_version: same('app_version'),
  platform: same('platform'),
  release: { events: RELEASE_VALUE, metrics: RELEASE_VALUE, crashes: RELEASE_VALUE },
  os: { events: osLabel('events'), metrics: osLabel('metrics'), crashes: osLabel('crashes') },
  device_model: same('device_model'),
  country: { events: text('country'), metrics: text('country'), crashes: 'CAST(NULL AS Nullable(String))' },
};

/** The objects that hold values by key. */
const keyedValues: Readonly<Record<KeyedDimension, Readonly<Record<SessionTable, string>>>> = {
  flag: {
    events: markedAt('context', ['flags']),
    metrics: markedAt('context', ['active_flags']),
    crashes: markedAt('active_flags', []),
  },
  experiment: {
    events: markedAt('context', ['experiments']),
    metrics: markedAt('context', ['active_experiments']),
    crashes: markedAt('active_experiments', []),
  },
};

const MAX_VALUE_LENGTH = 200;
/** Above every time in milliseconds: puts what events say before everything else. */
const EVENTS_FIRST = 2 ** 50;

export const isKeyed = (dimension: HealthDimension): dimension is KeyedDimension =>
  dimension === 'flag' || dimension === 'experiment';
const isPlain = (dimension: HealthDimension): dimension is PlainDimension => !isKeyed(dimension);

/** Which sessions, and what of them. */
export interface SessionChoice
  extends Pick<SessionHealthParams, 'scope' | 'fromMs' | 'toMs' | 'appVersion' | 'platform'> {
  readonly dimensions: readonly HealthDimension[];
  /** One flag or experiment of those dimensions; absent: all. */
  readonly key?: string;
  /** The condition for a row of `crashes` to count as a crash. */
  readonly isCrash: string;
}

/** Numbers that are the same for two rows exactly if they name the same; persons are told apart by them too. */
export const userKey = (column: string): string => `if(${column} != '', sipHash64('user', ${column}), NULL)`;
export const deviceKey = (column: string): string => `if(${column} != '', sipHash64('device', ${column}), NULL)`;
const anonymousKey = (column: string): string => `if(${column} != '', sipHash64('anonymous', ${column}), NULL)`;
export const sessionKey = (column: string): string => `if(${column} != '', sipHash64(${column}), NULL)`;

export const inRange = ({ scope, fromMs, toMs }: Pick<SessionHealthParams, 'scope' | 'fromMs' | 'toMs'>): string =>
  `${inScope(scope)} AND ts_ms >= ${millis(fromMs)} AND ts_ms < ${millis(toMs)}`;

/**
 * Sessions as a table expression: `(s, crashed, began, ended, u, a, d, person, v_<dimension>)`, in which began and ended
 * are milliseconds. Ids are hashes throughout: they take a third of the memory of texts, and of millions of them no two
 * are likely to be the same.
 */
export function sessions(choice: SessionChoice): string {
  const { scope, dimensions, appVersion, platform } = choice;
  const filters = Object.entries({ app_version: appVersion, platform }).filter(([, wanted]) => wanted !== undefined);
  const plain = dimensions.filter(isPlain);
  const reported = [...new Set([...plain, ...filters.map(([name]) => name as PlainDimension)])];
  const kept = filters.map(([name, wanted]) => `${last(`v_${name}`)} = ${quoted(wanted ?? '')}`);
  const ids = ['u', 'a', 'd'].map((id) => `${last(id)} AS last_${id}`);
  const values = plain.map((name) => `${last(`v_${name}`)} AS last_${name}`);
  return `(SELECT s, is_crashed AS crashed, first_ms AS began, last_ms AS ended, last_u AS u, last_a AS a, last_d AS d,
      coalesce(last_u, owner.user_key, last_a, last_d) AS person ${listed(plain.map((name) => `last_${name} AS v_${name}`))}
    FROM (SELECT s, max(crashed) AS is_crashed, min(began) AS first_ms, max(moment) AS last_ms ${listed([...ids, ...values])}
      FROM ${gathered(choice, reported, [])} GROUP BY s ${kept.length === 0 ? '' : `HAVING ${kept.join(' AND ')}`}) AS one
    LEFT JOIN (SELECT sipHash64('anonymous', assumeNotNull(anonymous_id)) AS anonymous_key, user_key FROM ${owners(scope)}) AS owner
      ON owner.anonymous_key = if(one.last_u IS NULL, one.last_a, NULL))`;
}

/** Rows of a session mostly say the same: what they say is gathered first, and then the last of it is chosen. */
function gathered(
  choice: SessionChoice,
  reported: readonly PlainDimension[],
  keyed: readonly KeyedDimension[],
): string {
  const said = [...reported.map((dimension) => `v_${dimension}`), ...keyed.map((dimension) => `j_${dimension}`)];
  const rows = tables.map((table) => {
    const columns = [
      ...reported.map((dimension) => `${plainValues[dimension][table]} AS v_${dimension}`),
      ...keyed.map((dimension) => `ifNull(${keyedValues[dimension][table]}, '') AS j_${dimension}`),
    ];
    return `SELECT assumeNotNull(sipHash64(session_id)) AS s,
        toUInt8(ifNull(${table === 'crashes' ? choice.isCrash : 'false'}, false)) AS is_crash,
        ts_ms AS ms, toUInt8(${table === 'events'}) AS is_event, ${userKey('user_id')} AS u,
        ${table === 'events' ? anonymousKey('anonymous_id') : 'CAST(NULL AS Nullable(UInt64))'} AS a,
        ${deviceKey('device_id')} AS d ${listed(columns)}
      FROM ${visible(table)} WHERE ${inRange(choice)} AND session_id != ''`;
  });
  return `(SELECT s, u, a, d, is_event, max(is_crash) AS crashed, max(ms) AS moment, min(ms) AS began ${listed(said)}
    FROM (${rows.join(' UNION ALL ')}) GROUP BY s, u, a, d, is_event ${listed(said)})`;
}

const listed = (columns: readonly string[]): string => columns.map((column) => `, ${column}`).join('');

/** What events say comes first; then the time counts. */
const RANK = `moment + if(is_event = 1, ${EVENTS_FIRST}, 0)`;

/** The last that is said; of what is said at the same time the greatest, so that the answer is always the same. */
const last = (column: string): string => `argMax(${column}, (${RANK}, assumeNotNull(${column})))`;

/**
 * What each session says last of each flag or experiment, as `(s, key, value)`; no kind of row is asked before another
 * here. Many sessions send the same object, so each object is taken apart once.
 */
function saidValues(dimension: KeyedDimension, choice: SessionChoice): string {
  const isWanted = choice.key === undefined ? `entry.1 != ''` : `entry.1 = ${quoted(choice.key)}`;
  return `(SELECT s, key, argMax(text, (moment, text)) AS value
    FROM (SELECT heard.1 AS s, heard.2 AS moment, entry.1 AS key, entry.2 AS text
      FROM (SELECT arrayMap(entry -> (entry.1, leftUTF8(entry.2, ${MAX_VALUE_LENGTH})),
          arrayFilter(entry -> ${isWanted}, ${entriesOf('object')})) AS entries, hearing
        FROM (SELECT j_${dimension} AS object, groupArray((s, moment)) AS hearing
          FROM ${gathered(choice, [], [dimension])} WHERE j_${dimension} != '' GROUP BY object))
      ARRAY JOIN hearing AS heard ARRAY JOIN entries AS entry)
    GROUP BY s, key)`;
}

/** Aggregates over sessions, as sessionCountsOf reads them. */
const SESSION_COUNTS = `count() AS sessions, countIf(crashed = 1) AS crashed_sessions, uniqExact(person) AS users,
  uniqExactIf(person, crashed = 1) AS crashed_users`;

/** `SELECT part, key, value, <counts>`: sessions by what each of these parts says of them, a text or NULL. */
export function countsByPart(choice: SessionChoice, parts: Readonly<Record<string, string>>): string {
  const all = Object.entries(parts).map(([part, value]) => `(${quoted(part)}, CAST(${value} AS Nullable(String)))`);
  return `SELECT counted.1 AS part, CAST(NULL AS Nullable(String)) AS key, counted.2 AS value, ${SESSION_COUNTS}
    FROM ${sessions(choice)} ARRAY JOIN [${all.join(', ')}] AS counted GROUP BY part, value`;
}

/** The same of the values of all flags or experiments. */
export const countsByKey = (choice: SessionChoice, part: string, dimension: KeyedDimension): string =>
  `SELECT ${quoted(part)} AS part, CAST(said.key AS Nullable(String)) AS key, CAST(said.value AS Nullable(String)) AS value,
      ${SESSION_COUNTS}
    FROM ${saidValues(dimension, choice)} AS said JOIN ${sessions({ ...choice, dimensions: [] })} AS session
      ON session.s = said.s GROUP BY key, value`;
