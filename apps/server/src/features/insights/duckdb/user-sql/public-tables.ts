import { deviceColumns } from '../../../../analytics/device-columns.ts';
import { everywhere } from '../../../../analytics/duckdb/recent-rows.ts';
import { joinOwnersOf, ownedIdsOf, PERSON_ID, PERSON_KEY } from '../../../../analytics/duckdb/relations/persons.ts';
import { quoted } from '../../../../analytics/duckdb/sql-text.ts';
import { crashColumns, metricContextColumns } from '../../../../analytics/duckdb/store-schema.ts';
import type { Scope } from '../../../../edge/scope.ts';
import type { PublicTable } from '../../queries/sql-tables.ts';
import { namedFields } from '../insight-fields.ts';
import { sessionsTable } from './sessions-table.ts';

/** A row's place in the log as the id that answers show (see analytics/row-id.ts). */
const place = "format('{:08x}{:014x}{:08x}', log_tag, seq, idx)";
const rowId = `substr(${place}, 1, 8) || '-' || substr(${place}, 9, 4) || '-8' || substr(${place}, 13, 3) || '-8'
  || substr(${place}, 16, 3) || '-' || substr(${place}, 19)`;
const senderId = 'coalesce(ev.id_uuid::VARCHAR, ev.id_text)';

/** Times are stored in milliseconds, but only this type can be compared with now(). */
const moment = (time: string): string => `${time}::TIMESTAMP`;

type Columns = Readonly<Record<string, string>>;

const own = (names: readonly string[]): Columns => Object.fromEntries(names.map((name) => [name, `ev.${name}`]));

const eventColumns: Columns = {
  id: rowId,
  event_id: senderId,
  ...Object.fromEntries(
    Object.entries(namedFields).map(([name, field]) => {
      if (field.kind === 'time') return [name, moment(field.time)];
      return [name, field.kind === 'list' ? field.list : field.text];
    }),
  ),
  properties: 'ev.properties',
  context: 'ev.context',
};

const crashTableColumns: Columns = {
  id: 'ev.crash_id::VARCHAR',
  timestamp: moment('ev.ts'),
  received_at: moment('ev.received'),
  ...own([...crashColumns, 'is_foreground', 'report']),
};

const metricColumns: Columns = {
  id: senderId,
  timestamp: moment('ev.ts'),
  received_at: moment('ev.received'),
  ...own(['metric_type', 'metric_name', 'value_ms', 'status_code', 'is_error', ...metricContextColumns]),
  ...own(['attributes', 'context']),
};

/** What a change is asked for with, and its type in the JSON that it comes in. */
const changeColumns = {
  id: 'VARCHAR',
  entity_type: 'VARCHAR',
  entity_id: 'VARCHAR',
  entity_key: 'VARCHAR',
  environment_id: 'VARCHAR',
  action: 'VARCHAR',
  actor_kind: 'VARCHAR',
  actor_name: 'VARCHAR',
  config_version: 'BIGINT',
  created_at_ms: 'BIGINT',
} as const;

export interface TableOptions {
  readonly scope: Scope;
  /** The change log is not in the store: it is brought along, as a JSON array. */
  readonly changesJson: string;
  /** Whether `person_id` of events is wanted; finding it costs a join. */
  readonly isPersonAsked: boolean;
}

/** The rows of one public table in one environment, as a SELECT. */
export function publicTable(table: PublicTable, { scope, changesJson, isPersonAsked }: TableOptions): string {
  switch (table) {
    case 'events': {
      if (isPersonAsked) return `${select(eventColumns)} ${from('events', scope, joinOwnersOf(scope))}`;
      const { person_id: _, ...columns } = eventColumns;
      return `${select(columns)} ${from('events', scope)}`;
    }
    case 'crashes':
      return `${select(crashTableColumns)} ${from('crashes', scope)}`;
    case 'metrics':
      return `${select(metricColumns)} ${from('metrics', scope)}`;
    case 'people':
      return people(scope);
    case 'sessions':
      return sessionsTable(scope);
    case 'devices':
      return devices(scope);
    case 'changes':
      return changes(changesJson);
  }
}

const select = (columns: Columns): string =>
  `SELECT ${Object.entries(columns)
    .map(([name, sql]) => `${sql} AS "${name}"`)
    .join(', ')}`;

const isIn = (scope: Scope): string =>
  `ev.p = ${quoted(scope.projectId)}::UUID AND ev.e = ${quoted(scope.environmentId)}::UUID`;

const from = (table: string, scope: Scope, join = ''): string =>
  `FROM ${everywhere(table)} AS ev ${join} WHERE ${isIn(scope)}`;

/** Who is identified is there, also without an event. */
const activity = `(SELECT p, e, ts AS moment, user_id, anonymous_id, device_id, true AS is_event FROM ${everywhere('events')}
  UNION ALL SELECT p, e, linked_at AS moment, user_id, anonymous_id, device_id, false FROM ${everywhere('links')})`;

const people = (scope: Scope): string => `SELECT person.person_id, person.kind, person.user_id,
    coalesce(owned.anonymous_ids, CASE WHEN person.kind = 'anonymous' THEN [person.person_id] ELSE [] END) AS anonymous_ids,
    person.first_seen, person.last_seen, person.event_count, known.attributes
  FROM (${persons(scope)}) AS person LEFT JOIN ${ownedIdsOf(scope)} AS owned ON owned.user_id = person.user_id
    LEFT JOIN (SELECT ev.user_id AS user_id,
        arg_max_null(ev.attributes, (ev.set_at, ev.log_tag, ev.seq, ev.idx)) AS attributes
      ${from('user_attributes', scope)} GROUP BY ev.user_id) AS known ON known.user_id = person.user_id`;

const persons = (scope: Scope): string => `SELECT any_value(${PERSON_ID}) AS person_id,
    CASE WHEN any_value(coalesce(ev.user_id, owner.user_id)) IS NOT NULL THEN 'user'
      WHEN any_value(ev.anonymous_id) IS NOT NULL THEN 'anonymous' ELSE 'device' END AS kind,
    any_value(coalesce(ev.user_id, owner.user_id)) AS user_id,
    ${moment('min(ev.moment)')} AS first_seen, ${moment('max(ev.moment)')} AS last_seen, count(*) FILTER (WHERE ev.is_event) AS event_count
  FROM ${activity} AS ev ${joinOwnersOf(scope)} WHERE ${isIn(scope)} AND ${PERSON_KEY} IS NOT NULL GROUP BY ${PERSON_KEY}`;

const deviceFacts = deviceColumns.filter((column) => column !== 'device_id');

/** The latest that each device said of itself. */
const devices = (scope: Scope): string => `SELECT ev.device_id AS device_id,
    ${deviceFacts.map((column) => `arg_max_null(ev.${column}, (ev.received, ev.log_tag, ev.seq, ev.idx)) AS ${column}`).join(', ')},
    ${moment('min(ev.received)')} AS first_seen, ${moment('max(ev.received)')} AS last_seen
  ${from('device_facts', scope)} GROUP BY ev.device_id`;

const changes = (changesJson: string): string => `SELECT ${Object.keys(changeColumns)
  .map((column) =>
    column === 'created_at_ms'
      ? 'make_timestamp_ms(logged.created_at_ms) AS created_at'
      : `logged.${column} AS ${column}`,
  )
  .join(', ')}
  FROM (SELECT unnest(from_json(${quoted(changesJson)}, ${quoted(JSON.stringify([changeColumns]))})) AS logged)`;
