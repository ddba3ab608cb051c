import { everywhere } from '../../../analytics/duckdb/recent-rows.ts';
import { osLabel } from '../../../analytics/duckdb/relations/os-label.ts';
import { ownerKeysOf } from '../../../analytics/duckdb/relations/persons.ts';
import { RELEASE_VALUE } from '../../../analytics/duckdb/relations/release-value.ts';
import { activityBetween } from '../../../analytics/duckdb/rollups/session-activity.ts';
import { quoted, timeLiteral } from '../../../analytics/duckdb/sql-text.ts';
import type { HealthDimension, SessionHealthParams } from '../queries/session-health.ts';

type PlainDimension = Exclude<HealthDimension, 'flag' | 'experiment'>;
type KeyedDimension = Extract<HealthDimension, 'flag' | 'experiment'>;

const text = (column: string): string => `nullif(${column}, '')`;

/** What events and metrics say of their session; reports of crashes say less. */
const plainValues: Readonly<Record<PlainDimension, { readonly activity: string; readonly crashes: string }>> = {
  app_version: { activity: text('app_version'), crashes: text('app_version') },
  platform: { activity: text('platform'), crashes: text('platform') },
  release: { activity: RELEASE_VALUE, crashes: RELEASE_VALUE },
  os: { activity: osLabel('events'), crashes: osLabel('crashes') },
  device_model: { activity: text('device_model'), crashes: text('device_model') },
  country: { activity: text('country'), crashes: 'NULL::VARCHAR' },
};

/** The objects that hold values by key. */
const keyedValues: Readonly<Record<KeyedDimension, { readonly activity: string; readonly crashes: string }>> = {
  flag: { activity: 'flags', crashes: 'active_flags::VARCHAR' },
  experiment: { activity: 'experiments', crashes: 'active_experiments::VARCHAR' },
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
 * milliseconds, when that is asked), and for flags and experiments what countsByValue needs. Ids are hashes throughout:
 * they take a third of the memory of texts, and of millions of them no two are likely to be the same.
 */
export function sessionMembers(choice: SessionChoice): readonly string[] {
  const { dimensions, appVersion, platform } = choice;
  const keyed = dimensions.filter(isKeyed);
  const filters = Object.entries({ app_version: appVersion, platform }).filter(([, wanted]) => wanted !== undefined);
  const plain = dimensions.filter((dimension): dimension is PlainDimension => !isKeyed(dimension));
  const reported = [...new Set([...plain, ...filters.map(([name]) => name as PlainDimension)])];
  return [
    gatheredRows(choice, reported, keyed),
    ...sessionRows(
      choice,
      reported,
      filters.map(([name, wanted]) => `v_${name} = ${quoted(wanted ?? '')}`),
    ),
    ...keyed.flatMap((dimension) => saidValues(choice, dimension)),
  ];
}

/** A row for each session. Few say two values of a dimension: only of those the last is looked for. */
function sessionRows(
  { scope, isBeginAsked = false, areIdsAsked = false }: SessionChoice,
  reported: readonly PlainDimension[],
  conditions: readonly string[],
): readonly string[] {
  const values = reported.map((name) => `v_${name}`);
  const least = `least AS MATERIALIZED (
    SELECT s, bool_or(crashed) AS crashed, ${lastId('u')} AS u, ${lastId('a')} AS a, ${lastId('d')} AS d
      ${isBeginAsked ? ', min(began) AS began' : ''} ${areIdsAsked ? ', max(moment) AS ended' : ''}
      ${listed(values.flatMap((value) => [`min(${value}) AS ${value}`, `max(${value}) AS max_${value}`]))}
    FROM gathered GROUP BY s)`;
  const isVaried = values.map((value) => `${value} <> max_${value}`).join(' OR ');
  const varied = `varied AS (SELECT s ${listed(values.map((value) => `${last(value)} AS ${value}`))}
    FROM gathered WHERE s IN (SELECT s FROM least WHERE ${isVaried}) GROUP BY s)`;
  const said =
    values.length === 0
      ? 'least'
      : `(SELECT least.* EXCLUDE (${values.flatMap((value) => [value, `max_${value}`]).join(', ')})
          ${listed(values.map((value) => `coalesce(varied.${value}, least.${value}) AS ${value}`))}
        FROM least LEFT JOIN varied USING (s))`;
  const session = `session AS MATERIALIZED (
    SELECT ev.* ${areIdsAsked ? '' : 'EXCLUDE (u, a, d)'}, CASE WHEN u IS NOT NULL THEN u WHEN owner.user_key IS NOT NULL THEN owner.user_key
      WHEN a IS NOT NULL THEN hash(a, 'anonymous') WHEN d IS NOT NULL THEN hash(d, 'device') END AS person
    FROM (SELECT * FROM ${said} ${conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`}) AS ev
    LEFT JOIN ${ownerKeysOf(scope)} AS owner ON owner.anonymous_key = CASE WHEN u IS NULL THEN a END)`;
  return values.length === 0 ? [least, session] : [least, varied, session];
}

const key = (column: string): string => `CASE WHEN ${column} <> '' THEN hash(${column}) END`;

/** Rows of events and metrics, as the sums have them, and of reports. */
const sources = (choice: SessionChoice): { readonly activity: string; readonly crashes: string } => ({
  activity: activityBetween(choice.scope, choice, { tables: ['events', 'metrics'] }),
  crashes: `${everywhere('crashes')} WHERE ${inRange(choice)}`,
});

/** What rows say of their session; of objects there is the hash. */
function gatheredRows(
  choice: SessionChoice,
  reported: readonly PlainDimension[],
  keyed: readonly KeyedDimension[],
): string {
  const columns = (source: 'activity' | 'crashes'): string =>
    listed([
      ...reported.map((dimension) => `${plainValues[dimension][source]} AS v_${dimension}`),
      ...keyed.map((dimension) => `${objectKey(keyedValues[dimension][source])} AS o_${dimension}`),
    ]);
  const { activity, crashes } = sources(choice);
  return `gathered AS MATERIALIZED (
    SELECT * FROM (
      SELECT ${key('session_id')} AS s, false AS crashed, epoch_ms(first) AS began, epoch_ms(last) AS moment, is_event,
        ${key('user_id')} AS u, ${key('anonymous_id')} AS a, ${key('device_id')} AS d ${columns('activity')}
      FROM ${activity}
      UNION ALL
      SELECT ${key('session_id')}, (${choice.isCrash}), epoch_ms(ts), epoch_ms(ts), false,
        ${key('user_id')}, NULL::UBIGINT, ${key('device_id')} ${columns('crashes')}
      FROM ${crashes})
    WHERE s IS NOT NULL)`;
}

const objectKey = (object: string): string => `CASE WHEN ${object} IS NOT NULL THEN hash(${object}) END`;

const listed = (columns: readonly string[]): string => columns.map((column) => `, ${column}`).join('');

/** What events say comes first; then the time counts. */
const RANK = `moment + CASE WHEN is_event THEN ${EVENTS_FIRST} ELSE 0 END`;

/** The last that is said; of what is said at the same time the greatest, so that the answer is always the same. */
const last = (column: string): string => `arg_max(${column}, (${RANK}, ${column})) FILTER (${column} IS NOT NULL)`;

const TWO_TO_64 = '18446744073709551616::HUGEINT';

/** The same of an id, in one number: that takes a fraction of the time. */
const lastId = (column: string): string =>
  `(max((${RANK})::HUGEINT * ${TWO_TO_64} + ${column}) & (${TWO_TO_64} - 1))::UBIGINT`;

export const inRange = ({ scope, fromMs, toMs }: Pick<SessionHealthParams, 'scope' | 'fromMs' | 'toMs'>): string =>
  `p = ${quoted(scope.projectId)}::UUID AND e = ${quoted(scope.environmentId)}::UUID
    AND ts >= ${timeLiteral(fromMs)} AND ts < ${timeLiteral(toMs)}`;

/**
 * What each session says last of each flag or experiment; no kind of row is asked before another here. There are far fewer
 * objects than sessions, so each object is taken apart once: `entry_<dimension> (o, key, value, key_id, value_id)`, with
 * values numbered in the order of their texts. Most sessions say one object: `single_<dimension> (s, o)`. What those say
 * last that have said several is in `said_<dimension> (s, key_id, value_id)`.
 */
function saidValues(choice: SessionChoice, dimension: KeyedDimension): readonly string[] {
  const wanted = choice.key === undefined ? "x.key <> ''" : `x.key = ${quoted(choice.key)}`;
  const { activity, crashes } = sources(choice);
  const objects = (['activity', 'crashes'] as const).map(
    (source) => `SELECT ${keyedValues[dimension][source]} AS j FROM ${source === 'activity' ? activity : crashes}`,
  );
  return [
    `entry_${dimension} AS MATERIALIZED (
      SELECT o, key, value, dense_rank() OVER (ORDER BY key) AS key_id, dense_rank() OVER (ORDER BY value) AS value_id
      FROM (SELECT o, x.key AS key, left(CASE WHEN starts_with(x.value::VARCHAR, '"')
            THEN json_extract_string(x.value, '$') ELSE x.value::VARCHAR END, ${MAX_VALUE_LENGTH}) AS value
        FROM (SELECT hash(j) AS o, unnest(map_entries(json_transform(j::JSON, '"MAP(VARCHAR, JSON)"'))) AS x
          FROM (SELECT DISTINCT j FROM (${objects.join(' UNION ALL ')}) WHERE j IS NOT NULL))
        WHERE ${wanted} AND x.value IS NOT NULL))`,
    `single_${dimension} AS MATERIALIZED (
      SELECT s, CASE WHEN min(o_${dimension}) = max(o_${dimension}) THEN min(o_${dimension}) END AS o
      FROM gathered WHERE o_${dimension} IS NOT NULL GROUP BY s)`,
    `said_${dimension} AS (
      SELECT s, key_id, arg_max(value_id, (moment, value_id)) AS value_id
      FROM gathered JOIN entry_${dimension} AS entry ON entry.o = gathered.o_${dimension}
      WHERE s IN (SELECT s FROM single_${dimension} WHERE o IS NULL) GROUP BY s, key_id)`,
  ];
}

/** `SELECT key, value, <counts>` of a dimension. */
export function countsByValue(dimension: HealthDimension, counts: SessionCounts): string {
  if (!isKeyed(dimension)) {
    return `SELECT NULL::VARCHAR AS key, v_${dimension} AS value, ${counts.ofSessions} FROM session GROUP BY value`;
  }
  return `SELECT name.key, name.value, counted.* EXCLUDE (key_id, value_id)
    FROM (SELECT key_id, value_id, ${counts.ofSums} FROM (
        SELECT key_id, value_id, summed.* EXCLUDE (o) FROM (
          SELECT o, ${counts.summed} FROM session JOIN single_${dimension} USING (s) WHERE o IS NOT NULL GROUP BY ALL) AS summed
        JOIN entry_${dimension} USING (o)
        UNION ALL SELECT key_id, value_id, ${counts.summed} FROM said_${dimension} JOIN session USING (s) GROUP BY ALL)
      GROUP BY key_id, value_id) AS counted
    JOIN (SELECT DISTINCT key_id, value_id, key, value FROM entry_${dimension}) AS name USING (key_id, value_id)`;
}

/** How sessions are counted: at once, or in two steps. */
interface SessionCounts {
  /** Aggregates over rows of `session`. */
  readonly ofSessions: string;
  /** Columns and aggregates over rows of `session`, to be grouped by what is no aggregate. */
  readonly summed: string;
  /** Aggregates over those. */
  readonly ofSums: string;
}

/** Sessions alone. */
export const SESSIONS: SessionCounts = {
  ofSessions: 'count(*) AS sessions, count(*) FILTER (crashed) AS crashed_sessions',
  summed: 'count(*) AS sessions, count(*) FILTER (crashed) AS crashed_sessions',
  ofSums: 'sum(sessions)::BIGINT AS sessions, sum(crashed_sessions)::BIGINT AS crashed_sessions',
};

/** With their users, as sessionCountsOf reads them. */
export const SESSIONS_AND_USERS: SessionCounts = {
  ofSessions: `${SESSIONS.ofSessions}, count(DISTINCT person) AS users, count(DISTINCT person) FILTER (crashed) AS crashed_users`,
  summed: `person, ${SESSIONS.summed}`,
  ofSums: `${SESSIONS.ofSums}, count(DISTINCT person) AS users,
    count(DISTINCT person) FILTER (crashed_sessions > 0) AS crashed_users`,
};
