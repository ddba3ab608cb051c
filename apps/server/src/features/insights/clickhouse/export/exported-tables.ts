import { sqlTables } from '@lamppost/protocol';
import { inScope } from '../../../../analytics/clickhouse/relations/conditions.ts';
import { joinOwners, ownedIdsOf, PERSON_ID, PERSON_KEY } from '../../../../analytics/clickhouse/relations/persons.ts';
import { visible } from '../../../../analytics/clickhouse/visible.ts';
import type { Scope } from '../../../../edge/scope.ts';
import { quoted } from '../../../../engines/clickhouse/clickhouse-sql.ts';
import { type ExportSource, type ExportTable, timeColumns } from '../../queries/export-file.ts';
import { namedFields } from '../insight-fields.ts';
import { type ExportedSelect, selectOf } from './exported-select.ts';

/** How the columns of a table are found, and the rows that they are found in. */
interface TableSql {
  readonly columns: Readonly<Record<string, string>>;
  readonly from: string;
}

/** The rows of a table that SQL can ask too, in one environment. */
export function tableSelect(
  scope: Scope,
  { table, fromMs, toMs }: Extract<ExportSource, { kind: 'table' }>,
  changesJson: string,
): ExportedSelect {
  const { columns: found, from } = tablesOf(scope, changesJson)[table];
  const { columns } = sqlTables[table];
  const rows = `(${selectOf(columns.map(({ name }) => found[name] ?? `ev.${name}`))} ${from})`;
  const time = `c${columns.findIndex(({ name }) => name === timeColumns[table])}`;
  const inRange = [
    ...(fromMs === undefined ? [] : [`${time} >= ${Math.trunc(fromMs)}`]),
    ...(toMs === undefined ? [] : [`${time} < ${Math.trunc(toMs)}`]),
  ];
  return { sql: `SELECT * FROM ${rows} ${inRange.length === 0 ? '' : `WHERE ${inRange.join(' AND ')}`}`, columns };
}

const tablesOf = (scope: Scope, changesJson: string): Readonly<Record<ExportTable, TableSql>> => ({
  events: {
    columns: { ...eventColumns, id: ROW_ID, event_id: SENDER_ID },
    from: `FROM ${rowsOf('events', scope)} AS ev ${joinOwners(scope)}`,
  },
  crashes: { columns: { ...times, id: 'toString(ev.crash_id)' }, from: `FROM ${rowsOf('crashes', scope)} AS ev` },
  metrics: { columns: { ...times, id: SENDER_ID }, from: `FROM ${rowsOf('metrics', scope)} AS ev` },
  people: { columns: { anonymous_ids: ANONYMOUS_IDS }, from: `FROM (${people(scope)}) AS ev ${joinOwned(scope)}` },
  devices: { columns: {}, from: `FROM (${devices(scope)}) AS ev` },
  changes: { columns: {}, from: `FROM (${changes(changesJson)}) AS ev` },
});

const rowsOf = (table: 'events' | 'crashes' | 'metrics' | 'device_facts' | 'links', scope: Scope): string =>
  `(SELECT * FROM ${visible(table)} WHERE ${inScope(scope)})`;

/** A row's place in the log as the id that answers show (see analytics/row-id.ts). */
const hex = (column: string, digits: number): string => `leftPad(lower(hex(ev.${column})), ${digits}, '0')`;
const place = `concat(${hex('log_tag', 8)}, ${hex('seq', 14)}, ${hex('idx', 8)})`;
const ROW_ID = `concat(substring(${place}, 1, 8), '-', substring(${place}, 9, 4), '-8', substring(${place}, 13, 3), '-8',
  substring(${place}, 16, 3), '-', substring(${place}, 19))`;
const SENDER_ID = 'coalesce(toString(ev.id_uuid), ev.id_text)';

const times = { timestamp: 'ev.ts_ms', received_at: 'ev.received_ms' };

const eventColumns = Object.fromEntries(
  Object.entries(namedFields).map(([name, field]) => {
    if (field.kind === 'time') return [name, field.time];
    return [name, field.kind === 'list' ? field.list : field.text];
  }),
);

/** Who is identified is there, also without an event. */
const activity = (scope: Scope): string => {
  const ids = 'user_id, anonymous_id, device_id';
  return `(SELECT ts_ms AS moment, ${ids}, 1 AS is_event FROM ${rowsOf('events', scope)}
    UNION ALL SELECT linked_at_ms AS moment, ${ids}, 0 AS is_event FROM ${rowsOf('links', scope)})`;
};

const people = (scope: Scope): string => `
  SELECT shown_id AS person_id, owner_user AS user_id, first_ms AS first_seen, last_ms AS last_seen, events AS event_count,
    multiIf(owner_user IS NOT NULL, 'user', some_anonymous IS NOT NULL, 'anonymous', 'device') AS kind
  FROM (
    SELECT any(${PERSON_ID}) AS shown_id, any(coalesce(ev.user_id, owner.owner_id)) AS owner_user,
      any(ev.anonymous_id) AS some_anonymous, min(ev.moment) AS first_ms, max(ev.moment) AS last_ms,
      toInt64(sum(ev.is_event)) AS events, ${PERSON_KEY} AS person
    FROM ${activity(scope)} AS ev ${joinOwners(scope)} WHERE ${PERSON_KEY} IS NOT NULL GROUP BY person)`;

const joinOwned = (scope: Scope): string => `LEFT JOIN ${ownedIdsOf(scope)} AS owned ON owned.user_id = ev.user_id`;
const ANONYMOUS_IDS = `if(empty(owned.anonymous_ids) AND ev.kind = 'anonymous', [assumeNotNull(ev.person_id)], owned.anonymous_ids)`;

const deviceFacts = sqlTables.devices.columns
  .map(({ name }) => name)
  .filter((name) => !['device_id', 'first_seen', 'last_seen'].includes(name));

/** The latest that each device said of itself. */
const devices = (scope: Scope): string => `
  SELECT ev.device_id AS device_id, min(ev.received_ms) AS first_seen, max(ev.received_ms) AS last_seen,
    argMax((${deviceFacts.map((column) => `ev.${column}`).join(', ')}), (ev.received_ms, ev.log_tag, ev.seq, ev.idx)) AS latest,
    ${deviceFacts.map((column, at) => `tupleElement(latest, ${at + 1}) AS ${column}`).join(', ')}
  FROM ${rowsOf('device_facts', scope)} AS ev GROUP BY ev.device_id`;

/** The change log is not in the store: it is brought along, as a JSON array. */
const changes = (changesJson: string): string => {
  const typed = (name: string, type: string, key = name): string =>
    `JSONExtract(logged, ${quoted(key)}, 'Nullable(${type})') AS ${name}`;
  const columns = sqlTables.changes.columns.map(({ name, type }) => {
    if (type === 'timestamp') return typed(name, 'Int64', `${name}_ms`);
    return typed(name, type === 'integer' ? 'Int64' : 'String');
  });
  return `SELECT ${columns.join(', ')} FROM (SELECT arrayJoin(JSONExtractArrayRaw(${quoted(changesJson)})) AS logged)`;
};
