import type { HealthDimension, SessionHealthQuestion } from '../../../analytics/queries/session-health.ts';
import { JOIN_OWNER, owners, PERSON_KEY } from './persons.ts';
import { everywhere } from './recent-rows.ts';
import { RELEASE_VALUE } from './release-value.ts';
import { quoted, timeLiteral } from './sql-text.ts';

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
  os: {
    events: "nullif(concat_ws(' ', nullif(os_name, ''), nullif(os_version, '')), '')",
    metrics: text('os_version'),
    crashes: text('os_version'),
  },
  device_model: same('device_model'),
  country: { events: text('country'), metrics: text('country'), crashes: 'NULL::VARCHAR' },
  release: { events: RELEASE_VALUE, metrics: RELEASE_VALUE, crashes: RELEASE_VALUE },
};

/** The JSON that holds values by key, and where in it they are. */
const keyedValues: Readonly<Record<KeyedDimension, Readonly<Record<SessionTable, readonly [string, string]>>>> = {
  flag: {
    events: ['context', '/flags'],
    metrics: ['context', '/active_flags'],
    crashes: ['active_flags', ''],
  },
  experiment: {
    events: ['context', '/experiments'],
    metrics: ['context', '/active_experiments'],
    crashes: ['active_experiments', ''],
  },
};

/** Events are asked before anything else; a time in milliseconds is far below it. */
const EVENTS_FIRST = 2 ** 50;
const MOST_VALUE_LENGTH = 200;

export const isKeyed = (dimension: HealthDimension | undefined): dimension is KeyedDimension =>
  dimension === 'flag' || dimension === 'experiment';

/** Which sessions, and what of them. */
export interface SessionChoice
  extends Pick<SessionHealthQuestion, 'scope' | 'fromMs' | 'toMs' | 'appVersion' | 'platform'> {
  readonly dimensions: readonly HealthDimension[];
  /** One flag or experiment of those dimensions; absent: all. */
  readonly key?: string;
  /** The condition for a row of `crashes` to count as a crash. */
  readonly isCrash: string;
}

/**
 * Members of a WITH clause: `session (s, crashed, person, v_<dimension>)` with what each session is, and
 * `said_<dimension> (s, key, value)` with what it says of flags and experiments.
 */
export function sessionMembers(choice: SessionChoice): readonly string[] {
  const { scope, dimensions, appVersion, platform, isCrash } = choice;
  const keyed = dimensions.filter(isKeyed);
  const filters = Object.entries({ app_version: appVersion, platform }).filter(([, wanted]) => wanted !== undefined);
  const plain = dimensions.filter((dimension): dimension is PlainDimension => !isKeyed(dimension));
  const told = [...new Set([...plain, ...filters.map(([name]) => name as PlainDimension)])];
  const columns = (table: SessionTable): string[] => [
    ...told.map((dimension) => `${plainValues[dimension][table]} AS v_${dimension}`),
    ...keyed.map((dimension) => `${keyedValues[dimension][table][0]}::VARCHAR AS j_${dimension}`),
  ];
  const rows = tables.map(
    (
      table,
    ) => `SELECT session_id AS s, ${table === 'crashes' ? `(${isCrash})` : 'false'} AS crashed, '${table}' AS source,
      epoch_ms(ts) ${table === 'events' ? `+ ${EVENTS_FIRST}` : ''} AS moment, ${text('user_id')} AS user_id,
      ${table === 'events' ? text('anonymous_id') : 'NULL::VARCHAR'} AS anonymous_id, ${text('device_id')} AS device_id
      ${listed(columns(table))} FROM ${everywhere(table)} WHERE ${inRange(choice)} AND session_id <> ''`,
  );
  const values = told.map((dimension) => `v_${dimension}`);
  const objects = keyed.map((dimension) => `j_${dimension}`);
  // Rows of a session mostly say the same: what they say is gathered first, and then the last of it is chosen.
  const gathered = `gathered AS MATERIALIZED (
    SELECT s, user_id, anonymous_id, device_id, bool_or(crashed) AS crashed, max(moment) AS moment ${listed(values)}
      ${keyed.length === 0 ? '' : ', source'} ${listed(objects.map((name) => `any_value(${name}) AS ${name}`))}
    FROM (${rows.join(' UNION ALL ')}) GROUP BY s, user_id, anonymous_id, device_id ${listed(values)}
      ${keyed.length === 0 ? '' : ', source'} ${listed(objects.map((name) => `hash(${name})`))})`;
  const last = (column: string): string => `arg_max(${column}, (moment, ${column})) FILTER (${column} IS NOT NULL)`;
  const kept = filters.map(([name, wanted]) => `${last(`v_${name}`)} = ${quoted(wanted ?? '')}`);
  const session = `session AS MATERIALIZED (
    SELECT ev.s, ev.crashed, ${PERSON_KEY} AS person ${listed(plain.map((dimension) => `ev.v_${dimension}`))}
    FROM (SELECT s, bool_or(crashed) AS crashed, ${last('user_id')} AS user_id, ${last('anonymous_id')} AS anonymous_id,
        ${last('device_id')} AS device_id ${listed(plain.map((name) => `${last(`v_${name}`)} AS v_${name}`))}
      FROM gathered GROUP BY s ${kept.length === 0 ? '' : `HAVING ${kept.join(' AND ')}`}) AS ev ${JOIN_OWNER})`;
  return [owners(scope), gathered, session, ...keyed.map((dimension) => saidValues(dimension, choice.key))];
}

const listed = (columns: readonly string[]): string => columns.map((column) => `, ${column}`).join('');

export const inRange = ({ scope, fromMs, toMs }: Pick<SessionHealthQuestion, 'scope' | 'fromMs' | 'toMs'>): string =>
  `p = ${quoted(scope.projectId)}::UUID AND e = ${quoted(scope.environmentId)}::UUID
    AND ts >= ${timeLiteral(fromMs)} AND ts < ${timeLiteral(toMs)}`;

/** What each session says last of each flag or experiment. No kind of row is asked before another here. */
function saidValues(dimension: KeyedDimension, key: string | undefined): string {
  const json = `j_${dimension}`;
  const objects = tables.map((table) => {
    const [, pointer] = keyedValues[dimension][table];
    return `WHEN '${table}' THEN ${pointer === '' ? `${json}::JSON` : `json_extract(${json}, ${quoted(pointer)})`}`;
  });
  const object = `CASE source ${objects.join(' ')} END`;
  const entries = `map_entries(json_transform(${object}, '"MAP(VARCHAR, JSON)"'))`;
  const wanted = key === undefined ? "x.key <> ''" : `x.key = ${quoted(key)}`;
  return `said_${dimension} AS MATERIALIZED (
    SELECT s, key, arg_max(value, (moment, value)) AS value
    FROM (SELECT s, moment, x.key AS key,
        left(CASE WHEN starts_with(x.value::VARCHAR, '"') THEN json_extract_string(x.value, '$') ELSE x.value::VARCHAR END,
          ${MOST_VALUE_LENGTH}) AS value
      FROM (SELECT s, CASE source WHEN 'events' THEN moment - ${EVENTS_FIRST} ELSE moment END AS moment, unnest(${entries}) AS x
        FROM gathered WHERE ${json} IS NOT NULL) WHERE ${wanted} AND x.value IS NOT NULL)
    GROUP BY s, key)`;
}
