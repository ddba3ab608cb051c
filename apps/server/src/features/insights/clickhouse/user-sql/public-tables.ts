import { sqlTables } from '@lamppost/protocol';
import { joinOwners, ownedIdsOf, PERSON_ID, PERSON_KEY } from '../../../../analytics/clickhouse/relations/persons.ts';
import type { TableName } from '../../../../analytics/clickhouse/tables.ts';
import { visibleToOthers } from '../../../../analytics/clickhouse/visible.ts';
import type { Scope } from '../../../../edge/scope.ts';
import { quoted } from '../../../../engines/clickhouse/clickhouse-sql.ts';
import type { PublicTable } from '../../queries/sql-tables.ts';
import { activeExperiments } from '../active-experiments.ts';
import { sessionsTable } from './sessions-table.ts';

/**
 * How columns of JSON are told from texts: a type that is a text everywhere but in its name, which a result keeps as long
 * as the column is handed on as it is.
 */
export const JSON_TYPE = 'SimpleAggregateFunction(any, Nullable(String))';

const time = (ms: string): string => `fromUnixTimestamp64Milli(${ms}, 'UTC')`;
const json = (column: string): string => `CAST(ev.${column}, ${quoted(JSON_TYPE)})`;
const hex = (number: string, digits: number): string => `leftPad(lower(hex(toUInt64(${number}))), ${digits}, '0')`;

/** A row's place in the log as the id that answers show (see analytics/row-id.ts). */
const place = `concat(${hex('ev.log_tag', 8)}, ${hex('ev.seq', 14)}, ${hex('ev.idx', 8)})`;
const rowId = `concat(substring(${place}, 1, 8), '-', substring(${place}, 9, 4), '-8', substring(${place}, 13, 3), '-8',
  substring(${place}, 16, 3), '-', substring(${place}, 19))`;
const senderId = 'coalesce(toString(ev.id_uuid), ev.id_text)';

/** Columns that are not a column of the same name. */
const special: Readonly<Partial<Record<PublicTable, Readonly<Record<string, string>>>>> = {
  events: {
    id: rowId,
    event_id: senderId,
    event_name: 'ev.name',
    person_id: PERSON_ID,
    active_experiments: activeExperiments,
    timestamp: time('ev.ts_ms'),
    received_at: time('ev.received_ms'),
  },
  crashes: { id: 'toString(ev.crash_id)', timestamp: time('ev.ts_ms'), received_at: time('ev.received_ms') },
  metrics: { id: senderId, timestamp: time('ev.ts_ms'), received_at: time('ev.received_ms') },
};

export interface TableOptions {
  readonly database: string;
  readonly scope: Scope;
  /** The change log is not in the store: it is brought along, as a JSON array. */
  readonly changesJson: string;
  /** Whether `person_id` of events is wanted; finding it costs a join. */
  readonly isPersonAsked: boolean;
}

/**
 * The rows of one public table in one environment, as a SELECT. Tables stand there by their whole names: a short one
 * would be looked for in the statement of the user first.
 */
export function publicTable(table: PublicTable, options: TableOptions): string {
  switch (table) {
    case 'events': {
      const { scope, isPersonAsked } = options;
      const join = isPersonAsked ? joinOwners(scope, rowsOf(options)) : '';
      return `${select(table, isPersonAsked ? [] : ['person_id'])} ${from(table, options, join)}`;
    }
    case 'crashes':
    case 'metrics':
      return `${select(table)} ${from(table, options)}`;
    case 'people':
      return people(options);
    case 'sessions':
      return sessionsTable(options.scope, rowsOf(options));
    case 'devices':
      return devices(options);
    case 'changes':
      return changes(options.changesJson);
  }
}

function select(table: PublicTable, without: readonly string[] = []): string {
  const columns = sqlTables[table].columns.filter(({ name }) => !without.includes(name));
  const texts = columns.map(({ name, type }) => {
    const sql = special[table]?.[name] ?? (type === 'json' ? json(name) : `ev.${name}`);
    return `${sql} AS ${name}`;
  });
  return `SELECT ${texts.join(', ')}`;
}

const rowsOf = ({ database, scope }: TableOptions) => visibleToOthers(database, scope);

const from = (table: TableName, options: TableOptions, join = ''): string =>
  `FROM ${rowsOf(options)(table)} AS ev ${join}`;

/** Who is identified is there, also without an event. */
function activity(options: TableOptions): string {
  const rows = rowsOf(options);
  const ids = 'user_id, anonymous_id, device_id';
  return `(SELECT ts_ms AS moment_ms, ${ids}, true AS is_event FROM ${rows('events')}
    UNION ALL SELECT linked_at_ms AS moment_ms, ${ids}, false FROM ${rows('links')})`;
}

function people(options: TableOptions): string {
  const owned = ownedIdsOf(options.scope, rowsOf(options));
  return `SELECT person.person_id AS person_id, person.kind AS kind, person.user_id AS user_id,
    if(length(owned.anonymous_ids) > 0, owned.anonymous_ids,
      if(person.kind = 'anonymous', [assumeNotNull(person.person_id)], [])) AS anonymous_ids,
    ${time('person.first_ms')} AS first_seen, ${time('person.last_ms')} AS last_seen, person.event_count AS event_count,
    CAST(known.latest, ${quoted(JSON_TYPE)}) AS attributes
  FROM (${persons(options)}) AS person LEFT JOIN ${owned} AS owned ON owned.user_id = person.user_id
    LEFT JOIN (SELECT ev.user_id AS known_id,
        tupleElement(argMax(tuple(ev.attributes), (ev.set_at_ms, ev.log_tag, ev.seq, ev.idx)), 1) AS latest
      ${from('user_attributes', options)} GROUP BY ev.user_id) AS known ON known.known_id = person.user_id`;
}

const persons = (options: TableOptions): string => `SELECT any(${PERSON_ID}) AS person_id,
    multiIf(any(coalesce(ev.user_id, owner.owner_id)) IS NOT NULL, 'user',
      any(ev.anonymous_id) IS NOT NULL, 'anonymous', 'device') AS kind,
    any(coalesce(ev.user_id, owner.owner_id)) AS user_id,
    min(ev.moment_ms) AS first_ms, max(ev.moment_ms) AS last_ms, countIf(ev.is_event) AS event_count
  FROM ${activity(options)} AS ev ${joinOwners(options.scope, rowsOf(options))}
  WHERE ${PERSON_KEY} IS NOT NULL GROUP BY ${PERSON_KEY}`;

const deviceFacts = sqlTables.devices.columns
  .map(({ name }) => name)
  .filter((name) => !['device_id', 'first_seen', 'last_seen'].includes(name));

/** The latest that each device said of itself, also when that is nothing. */
const devices = (options: TableOptions): string => `SELECT ev.device_id AS device_id,
    ${deviceFacts.map((column) => `argMax(tuple(ev.${column}), (ev.received_ms, ev.log_tag, ev.seq, ev.idx)).1 AS ${column}`).join(', ')},
    ${time('min(ev.received_ms)')} AS first_seen, ${time('max(ev.received_ms)')} AS last_seen
  ${from('device_facts', options)} GROUP BY ev.device_id`;

const changeTypes = sqlTables.changes.columns.map(({ name, type }) => {
  if (name === 'created_at') return 'created_at_ms Int64';
  return `${name} Nullable(${type === 'integer' ? 'Int64' : 'String'})`;
});

function changes(changesJson: string): string {
  const columns = sqlTables.changes.columns.map(({ name }) =>
    name === 'created_at' ? `${time('logged.created_at_ms')} AS created_at` : `logged.${name} AS ${name}`,
  );
  return `SELECT ${columns.join(', ')} FROM (
    SELECT arrayJoin(JSONExtract(${quoted(changesJson)}, 'Array(Tuple(${changeTypes.join(', ')}))')) AS logged)`;
}
