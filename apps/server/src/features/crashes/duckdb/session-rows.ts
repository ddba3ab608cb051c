import type { DuckDBConnection } from '@duckdb/node-api';
import { everywhere } from '../../../analytics/duckdb/recent-rows.ts';
import { anonymousKey, deviceKey, ownerKeysOf } from '../../../analytics/duckdb/relations/persons.ts';
import { activityBetween, idKey } from '../../../analytics/duckdb/rollups/session-activity.ts';
import { quoted, timeLiteral } from '../../../analytics/duckdb/sql-text.ts';
import type { HealthDimension, SessionHealthParams } from '../queries/session-health.ts';
import {
  columnsOfValues,
  createValues,
  numberedValues,
  type PlainDimension,
  type SessionSource,
  valueKey,
  valueText,
} from './session-values.ts';

type KeyedDimension = Extract<HealthDimension, 'flag' | 'experiment'>;

/** The objects that hold values by key. */
const keyedValues: Readonly<Record<KeyedDimension, Readonly<Record<SessionSource, string>>>> = {
  flag: { activity: 'flags', crashes: 'active_flags::VARCHAR' },
  experiment: { activity: 'experiments', crashes: 'active_experiments::VARCHAR' },
};

/**
 * Above this, sessions are grouped in several passes, each over a share of the session ids: the hash table of all of them
 * does not fit into the 256 MB that queries have by default, and a GROUP BY that spills takes several times as long.
 */
const ROWS_PER_PART = 4_000_000;
const MAX_VALUE_LENGTH = 200;
/** Above every time in milliseconds: puts what events say before everything else. */
const EVENTS_FIRST = 2 ** 50;

export const isKeyed = (dimension: HealthDimension | undefined): dimension is KeyedDimension =>
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
  readonly rowsPerPart?: number | undefined;
}

/**
 * Makes the temporary table `session (s, crashed, person, v_<dimension>)` with what each session is (and `began`, in
 * milliseconds, when that is asked), and those that countsByValue needs. Ids are hashes throughout: they take a third of
 * the memory of texts, and of millions of them no two are likely to be the same.
 */
export async function createSessions(connection: DuckDBConnection, choice: SessionChoice): Promise<void> {
  const { scope, dimensions, appVersion, platform, rowsPerPart = ROWS_PER_PART } = choice;
  const sources = sourcesOf(choice);
  const keyed = dimensions.filter(isKeyed);
  const wanted = Object.entries({ app_version: appVersion, platform }).flatMap(([name, text]) =>
    text === undefined ? [] : { dimension: name as PlainDimension, text },
  );
  const asked = dimensions.filter((dimension): dimension is PlainDimension => !isKeyed(dimension));
  const plain = [...new Set([...asked, ...wanted.map(({ dimension }) => dimension)])];
  for (const dimension of plain) await connection.run(createValues(dimension, sources));
  for (const dimension of keyed) await connection.run(createEntries(choice, sources, dimension));
  const parts = await partsOf(connection, sources, rowsPerPart);
  for (let part = 0; part < parts; part += 1) {
    const isOfPart = parts === 1 ? 's IS NOT NULL' : `s % ${parts} = ${part}`;
    const rows = `(${gatheredRows(choice, sources, plain, keyed)} WHERE ${isOfPart})`;
    const into = (table: string): string => (part === 0 ? `CREATE TEMP TABLE ${table} AS` : `INSERT INTO ${table}`);
    if (keyed.length > 0) await connection.run(`CREATE OR REPLACE TEMP TABLE gathered AS SELECT * FROM ${rows}`);
    const gathered = keyed.length > 0 ? 'gathered' : rows;
    await connection.run(`${into('least')} ${leastOf(choice, plain, gathered)}`);
    for (const dimension of keyed) {
      await connection.run(`${into(`single_${dimension}`)} ${singleObjects(dimension)}`);
      await connection.run(`${into(`said_${dimension}`)} ${saidValues(dimension)}`);
    }
  }
  if (keyed.length > 0) await connection.run('DROP TABLE gathered');
  const varied = await variedDimensions(connection, plain);
  if (varied.length > 0) await connection.run(createVaried(sources, varied));
  await connection.run(`CREATE TEMP TABLE IF NOT EXISTS owner_keys AS SELECT * FROM ${ownerKeysOf(scope)}`);
  const conditions = wanted.map(
    ({ dimension, text }) =>
      `v_${dimension} IN (SELECT n FROM ${numberedValues(dimension)} WHERE value = ${quoted(text)})`,
  );
  await connection.run(createSession(choice, plain, varied, conditions));
  await connection.run('DROP TABLE least');
  if (varied.length > 0) await connection.run('DROP TABLE varied');
}

type Sources = Readonly<Record<SessionSource, string>>;

const sourcesOf = (choice: SessionChoice): Sources => ({
  activity: activityBetween(choice.scope, choice, { tables: ['events', 'metrics'] }),
  crashes: `(SELECT * FROM ${everywhere('crashes')} WHERE ${inRange(choice)})`,
});

/** Rows of the range are counted only where the whole table has more than one part may have. */
async function partsOf(connection: DuckDBConnection, { activity, crashes }: Sources, perPart: number): Promise<number> {
  const rowsIn = async (...tables: readonly string[]): Promise<number> => {
    const counts = tables.map((table) => `(SELECT count(*) FROM ${table})`);
    const counted = await connection.run(`SELECT ${counts.join(' + ')}`);
    return Number((await counted.getRowsJS())[0]?.[0]);
  };
  if ((await rowsIn('store.session_activity', 'store.crashes')) <= perPart) return 1;
  return Math.max(1, Math.ceil((await rowsIn(activity, crashes)) / perPart));
}

const key = (column: string): string => `CASE WHEN ${column} <> '' THEN hash(${column}) END`;
const objectKey = (object: string): string => `CASE WHEN ${object} IS NOT NULL THEN hash(${object}) END`;
const listed = (columns: readonly string[]): string => columns.map((column) => `, ${column}`).join('');

/** What rows say of their session; of values and objects there are the hashes. */
function gatheredRows(
  { isCrash }: SessionChoice,
  { activity, crashes }: Sources,
  plain: readonly PlainDimension[],
  keyed: readonly KeyedDimension[],
): string {
  const said = (source: SessionSource): string =>
    listed([
      ...plain.map((dimension) => `${valueKey(dimension, source)} AS h_${dimension}`),
      ...keyed.map((dimension) => `${objectKey(keyedValues[dimension][source])} AS o_${dimension}`),
    ]);
  return `SELECT * FROM (
      SELECT ${idKey('session')} AS s, false AS crashed, epoch_ms(first) AS began, epoch_ms(last) AS moment, is_event,
        ${idKey('user')} AS u, ${idKey('anonymous')} AS a, ${idKey('device')} AS d ${said('activity')}
      FROM ${activity}
      UNION ALL
      SELECT ${key('session_id')}, (${isCrash}), epoch_ms(ts), epoch_ms(ts), false,
        ${key('user_id')}, NULL::UBIGINT, ${key('device_id')} ${said('crashes')}
      FROM ${crashes})`;
}

/** What events say comes first; then the time counts. */
const RANK = `moment + CASE WHEN is_event THEN ${EVENTS_FIRST} ELSE 0 END`;

/** The last that is said; of what is said at the same time the greatest, so that the answer is always the same. */
const last = (column: string): string => `arg_max(${column}, (${RANK}, ${column})) FILTER (${column} IS NOT NULL)`;

const TWO_TO_64 = '18446744073709551616::HUGEINT';

/** The same of an id, in one number: that takes a fraction of the time. */
const lastId = (column: string): string =>
  `(max((${RANK})::HUGEINT * ${TWO_TO_64} + ${column}) & (${TWO_TO_64} - 1))::UBIGINT`;

/** A row for each session, with the least and the greatest number of what it says. */
const leastOf = (
  { isBeginAsked = false, areIdsAsked = false }: SessionChoice,
  plain: readonly PlainDimension[],
  gathered: string,
): string => `SELECT s, bool_or(crashed) AS crashed, ${lastId('u')} AS u, ${lastId('a')} AS a, ${lastId('d')} AS d
    ${isBeginAsked ? ', min(began) AS began' : ''} ${areIdsAsked ? ', max(moment) AS ended' : ''}
    ${listed(plain.flatMap((dimension) => [`min(h_${dimension}) AS h_${dimension}`, `max(h_${dimension}) AS max_${dimension}`]))}
  FROM ${gathered} GROUP BY s`;

const isVaried = (dimension: PlainDimension): string => `h_${dimension} <> max_${dimension}`;

/** Those of which some session says two values. */
async function variedDimensions(
  connection: DuckDBConnection,
  plain: readonly PlainDimension[],
): Promise<readonly PlainDimension[]> {
  if (plain.length === 0) return [];
  const result = await connection.run(
    `SELECT ${plain.map((dimension) => `coalesce(bool_or(${isVaried(dimension)}), false)`).join(', ')} FROM least`,
  );
  const [found = []] = await result.getRowsJS();
  return plain.filter((_, at) => found[at] === true);
}

/** Few sessions say two values of a dimension: only of those the last is looked for. `varied (s, v_<dimension>)`. */
function createVaried(sources: Sources, plain: readonly PlainDimension[]): string {
  const rowsOf = (source: SessionSource, session: string, times: string): string => `
    SELECT s, moment, is_event ${listed(plain.map((dimension) => `${valueText(dimension, source)} AS t_${dimension}`))}
    FROM (SELECT ${session} AS s, ${times} ${listed(columnsOfValues(plain, source))} FROM ${sources[source]})
    WHERE s IN (SELECT s FROM least WHERE ${plain.map(isVaried).join(' OR ')})`;
  const rows = [
    rowsOf('activity', idKey('session'), 'epoch_ms(last) AS moment, is_event'),
    rowsOf('crashes', key('session_id'), 'epoch_ms(ts) AS moment, false AS is_event'),
  ];
  return `CREATE TEMP TABLE varied AS
    SELECT s ${listed(plain.map((dimension) => `${dimension}.n AS v_${dimension}`))}
    FROM (SELECT s ${listed(plain.map((dimension) => `${last(`t_${dimension}`)} AS t_${dimension}`))}
      FROM (${rows.join(' UNION ALL ')}) GROUP BY s) AS said
    ${plain.map((dimension) => `LEFT JOIN ${numberedValues(dimension)} AS ${dimension} ON ${dimension}.value = said.t_${dimension}`).join(' ')}`;
}

function createSession(
  { isBeginAsked = false, areIdsAsked = false }: SessionChoice,
  plain: readonly PlainDimension[],
  varied: readonly PlainDimension[],
  conditions: readonly string[],
): string {
  const values = plain.map((dimension) =>
    varied.includes(dimension)
      ? `CASE WHEN ${isVaried(dimension)} THEN varied.v_${dimension} ELSE ${dimension}.n END AS v_${dimension}`
      : `${dimension}.n AS v_${dimension}`,
  );
  const joins = plain.map(
    (dimension) => `LEFT JOIN value_${dimension} AS ${dimension} ON ${dimension}.h = h_${dimension}`,
  );
  return `CREATE TEMP TABLE session AS SELECT * FROM (
    SELECT ev.s, crashed, CASE WHEN u IS NOT NULL THEN u WHEN owner.user_key IS NOT NULL THEN owner.user_key
      WHEN a IS NOT NULL THEN ${anonymousKey('a')} WHEN d IS NOT NULL THEN ${deviceKey('d')} END AS person
      ${isBeginAsked ? ', began' : ''} ${areIdsAsked ? ', u, a, d, ended' : ''} ${listed(values)}
    FROM least AS ev
    LEFT JOIN owner_keys AS owner ON owner.anonymous_key = CASE WHEN u IS NULL THEN a END
    ${joins.join(' ')} ${varied.length > 0 ? 'LEFT JOIN varied ON varied.s = ev.s' : ''})
    ${conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`}`;
}

export const inRange = ({ scope, fromMs, toMs }: Pick<SessionHealthParams, 'scope' | 'fromMs' | 'toMs'>): string =>
  `p = ${quoted(scope.projectId)}::UUID AND e = ${quoted(scope.environmentId)}::UUID
    AND ts >= ${timeLiteral(fromMs)} AND ts < ${timeLiteral(toMs)}`;

/**
 * What each session says last of each flag or experiment; no kind of row is asked before another here. There are far fewer
 * objects than sessions, so each object is taken apart once: `entry_<dimension> (o, key, value, key_id, value_id)`, with
 * values numbered in the order of their texts.
 */
function createEntries(choice: SessionChoice, sources: Sources, dimension: KeyedDimension): string {
  const wanted = choice.key === undefined ? "x.key <> ''" : `x.key = ${quoted(choice.key)}`;
  const objects = (['activity', 'crashes'] as const).map(
    (source) => `SELECT ${keyedValues[dimension][source]} AS j FROM ${sources[source]}`,
  );
  return `CREATE TEMP TABLE entry_${dimension} AS
      SELECT o, key, value, dense_rank() OVER (ORDER BY key) AS key_id, dense_rank() OVER (ORDER BY value) AS value_id
      FROM (SELECT o, x.key AS key, left(CASE WHEN starts_with(x.value::VARCHAR, '"')
            THEN json_extract_string(x.value, '$') ELSE x.value::VARCHAR END, ${MAX_VALUE_LENGTH}) AS value
        FROM (SELECT hash(j) AS o, unnest(map_entries(json_transform(j::JSON, '"MAP(VARCHAR, JSON)"'))) AS x
          FROM (SELECT DISTINCT j FROM (${objects.join(' UNION ALL ')}) WHERE j IS NOT NULL))
        WHERE ${wanted} AND x.value IS NOT NULL)`;
}

/** Most sessions say one object: `single_<dimension> (s, o)`. */
const singleObjects = (dimension: KeyedDimension): string => `
  SELECT s, CASE WHEN min(o_${dimension}) = max(o_${dimension}) THEN min(o_${dimension}) END AS o
  FROM gathered WHERE o_${dimension} IS NOT NULL GROUP BY s`;

/** What those say last that have said several: `said_<dimension> (s, key_id, value_id)`. */
const saidValues = (dimension: KeyedDimension): string => `
  SELECT s, key_id, arg_max(value_id, (moment, value_id)) AS value_id
  FROM gathered JOIN entry_${dimension} AS entry ON entry.o = gathered.o_${dimension}
  WHERE s IN (SELECT s FROM single_${dimension} WHERE o IS NULL) GROUP BY s, key_id`;
