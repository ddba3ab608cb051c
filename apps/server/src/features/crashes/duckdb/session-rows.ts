import { everywhere } from '../../../analytics/duckdb/recent-rows.ts';
import { osLabel } from '../../../analytics/duckdb/relations/os-label.ts';
import { ownerKeysOf } from '../../../analytics/duckdb/relations/persons.ts';
import { RELEASE_VALUE } from '../../../analytics/duckdb/relations/release-value.ts';
import { quoted, timeLiteral } from '../../../analytics/duckdb/sql-text.ts';
import type { HealthDimension, SessionHealthParams } from '../queries/session-health.ts';

const tables = ['events', 'metrics', 'crashes'] as const;
type SessionTable = (typeof tables)[number];
type PlainDimension = Exclude<HealthDimension, 'flag' | 'experiment'>;
type KeyedDimension = Extract<HealthDimension, 'flag' | 'experiment'>;

const text = (column: string): string => `nullif(${column}, '')`;
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
  country: { events: text('country'), metrics: text('country'), crashes: 'NULL::VARCHAR' },
};

/** The objects that hold values by key. */
const keyedValues: Readonly<Record<KeyedDimension, Readonly<Record<SessionTable, string>>>> = {
  flag: {
    events: "json_extract(context, '/flags')::VARCHAR",
    metrics: "json_extract(context, '/active_flags')::VARCHAR",
    crashes: 'active_flags::VARCHAR',
  },
  experiment: {
    events: "json_extract(context, '/experiments')::VARCHAR",
    metrics: "json_extract(context, '/active_experiments')::VARCHAR",
    crashes: 'active_experiments::VARCHAR',
  },
};

const MAX_VALUE_LENGTH = 200;
/** Above every time in milliseconds: puts what events say before everything else. */
const EVENTS_FIRST = 2 ** 50;

const isKeyed = (dimension: HealthDimension | undefined): dimension is KeyedDimension =>
  dimension === 'flag' || dimension === 'experiment';

/** Which sessions, and what of them. */
export interface SessionChoice
  extends Pick<SessionHealthParams, 'scope' | 'fromMs' | 'toMs' | 'appVersion' | 'platform'> {
  readonly dimensions: readonly HealthDimension[];
  /** One flag or experiment of those dimensions; absent: all. */
  readonly key?: string;
  /** The condition for a row of `crashes` to count as a crash. */
  readonly isCrash: string;
  /** Whether it matters when a session began. */
  readonly isBeginAsked?: boolean;
  /** Whether its ids are kept beside its person, and when it was last heard of: `u`, `a`, `d` and `ended`. */
  readonly areIdsAsked?: boolean;
}

/**
 * Members of a WITH clause: `session (s, crashed, person, v_<dimension>)` with what each session is (and `began`, in
 * milliseconds, when that is asked), and for flags and experiments what countsByValue needs. Ids are hashes throughout: they take a third of the memory of texts, and of
 * millions of them no two are likely to be the same.
 */
export function sessionMembers(choice: SessionChoice): readonly string[] {
  const { scope, dimensions, appVersion, platform, isBeginAsked = false, areIdsAsked = false } = choice;
  const keyed = dimensions.filter(isKeyed);
  const filters = Object.entries({ app_version: appVersion, platform }).filter(([, wanted]) => wanted !== undefined);
  const plain = dimensions.filter((dimension): dimension is PlainDimension => !isKeyed(dimension));
  const reported = [...new Set([...plain, ...filters.map(([name]) => name as PlainDimension)])];
  const kept = filters.map(([name, wanted]) => `${last(`v_${name}`)} = ${quoted(wanted ?? '')}`);
  const session = `session AS MATERIALIZED (
    SELECT ev.* ${areIdsAsked ? '' : 'EXCLUDE (u, a, d)'}, CASE WHEN u IS NOT NULL THEN u WHEN owner.user_key IS NOT NULL THEN owner.user_key
      WHEN a IS NOT NULL THEN hash(a, 'anonymous') WHEN d IS NOT NULL THEN hash(d, 'device') END AS person
    FROM (SELECT s, bool_or(crashed) AS crashed, ${last('u')} AS u, ${last('a')} AS a, ${last('d')} AS d
        ${isBeginAsked ? ', min(began) AS began' : ''} ${areIdsAsked ? ', max(moment) AS ended' : ''}
        ${listed(plain.map((name) => `${last(`v_${name}`)} AS v_${name}`))}
      FROM gathered GROUP BY s ${kept.length === 0 ? '' : `HAVING ${kept.join(' AND ')}`}) AS ev
    LEFT JOIN ${ownerKeysOf(scope)} AS owner ON owner.anonymous_key = CASE WHEN u IS NULL THEN a END)`;
  return [
    gatheredRows(choice, reported, keyed),
    session,
    ...keyed.flatMap((dimension) => saidValues(dimension, choice.key)),
  ];
}

/** Rows of a session mostly say the same: what they say is gathered first, and then the last of it is chosen. */
function gatheredRows(
  choice: SessionChoice,
  reported: readonly PlainDimension[],
  keyed: readonly KeyedDimension[],
): string {
  const key = (column: string): string => `CASE WHEN ${column} <> '' THEN hash(${column}) END`;
  const said = [...reported.map((dimension) => `v_${dimension}`), ...keyed.map((dimension) => `j_${dimension}`)];
  const rows = tables.map((table) => {
    const columns = [
      ...reported.map((dimension) => `${plainValues[dimension][table]} AS v_${dimension}`),
      ...keyed.map((dimension) => `${keyedValues[dimension][table]} AS j_${dimension}`),
    ];
    return `SELECT hash(session_id) AS s, ${table === 'crashes' ? `(${choice.isCrash})` : 'false'} AS crashed,
      epoch_ms(ts) AS moment, ${table === 'events'} AS is_event, ${key('user_id')} AS u,
      ${table === 'events' ? key('anonymous_id') : 'NULL::UBIGINT'} AS a, ${key('device_id')} AS d ${listed(columns)}
      FROM ${everywhere(table)} WHERE ${inRange(choice)} AND session_id <> ''`;
  });
  return `gathered AS MATERIALIZED (
    SELECT s, u, a, d, is_event, bool_or(crashed) AS crashed, max(moment) AS moment
      ${choice.isBeginAsked === true ? ', min(moment) AS began' : ''} ${listed(said)}
    FROM (${rows.join(' UNION ALL ')}) GROUP BY s, u, a, d, is_event ${listed(said)})`;
}

const listed = (columns: readonly string[]): string => columns.map((column) => `, ${column}`).join('');

/** What events say comes first; then the time counts. */
const RANK = `moment + CASE WHEN is_event THEN ${EVENTS_FIRST} ELSE 0 END`;

/** The last that is said; of what is said at the same time the greatest, so that the answer is always the same. */
const last = (column: string): string => `arg_max(${column}, (${RANK}, ${column})) FILTER (${column} IS NOT NULL)`;

export const inRange = ({ scope, fromMs, toMs }: Pick<SessionHealthParams, 'scope' | 'fromMs' | 'toMs'>): string =>
  `p = ${quoted(scope.projectId)}::UUID AND e = ${quoted(scope.environmentId)}::UUID
    AND ts >= ${timeLiteral(fromMs)} AND ts < ${timeLiteral(toMs)}`;

/**
 * What each session says last of each flag or experiment; no kind of row is asked before another here. Many sessions send
 * the same object, so each object is taken apart once, and values are numbered in the order of their texts.
 */
function saidValues(dimension: KeyedDimension, key: string | undefined): readonly string[] {
  const wanted = key === undefined ? "x.key <> ''" : `x.key = ${quoted(key)}`;
  return [
    `entry_${dimension} AS MATERIALIZED (
      SELECT j, key, value, dense_rank() OVER (ORDER BY key) AS key_id, dense_rank() OVER (ORDER BY value) AS value_id
      FROM (SELECT j, x.key AS key, left(CASE WHEN starts_with(x.value::VARCHAR, '"')
            THEN json_extract_string(x.value, '$') ELSE x.value::VARCHAR END, ${MAX_VALUE_LENGTH}) AS value
        FROM (SELECT j, unnest(map_entries(json_transform(j::JSON, '"MAP(VARCHAR, JSON)"'))) AS x
          FROM (SELECT DISTINCT j_${dimension} AS j FROM gathered WHERE j_${dimension} IS NOT NULL))
        WHERE ${wanted} AND x.value IS NOT NULL))`,
    `said_${dimension} AS (
      SELECT s, key_id, arg_max(value_id, (moment, value_id)) AS value_id
      FROM gathered JOIN entry_${dimension} AS entry ON entry.j = gathered.j_${dimension} GROUP BY s, key_id)`,
  ];
}

/** `SELECT key, value, <counts>` of a dimension; `counts` are aggregates over rows of `session`. */
export function countsByValue(dimension: HealthDimension, counts: string): string {
  if (!isKeyed(dimension)) {
    return `SELECT NULL::VARCHAR AS key, v_${dimension} AS value, ${counts} FROM session GROUP BY value`;
  }
  return `SELECT name.key, name.value, counted.* EXCLUDE (key_id, value_id)
    FROM (SELECT key_id, value_id, ${counts} FROM said_${dimension} JOIN session USING (s) GROUP BY key_id, value_id) AS counted
    JOIN (SELECT DISTINCT key_id, value_id, key, value FROM entry_${dimension}) AS name USING (key_id, value_id)`;
}

/** Aggregates over rows of `session`, as sessionCountsOf reads them. */
export const SESSION_COUNTS = `count(*) AS sessions, count(*) FILTER (crashed) AS crashed_sessions, count(DISTINCT person) AS users,
  count(DISTINCT person) FILTER (crashed) AS crashed_users`;
