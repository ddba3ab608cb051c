import { isJsonObject, type JsonObject } from '@lamppost/protocol';
import { idOf, objectOf, setIn } from './assemble.ts';
import type { TargetOf } from './field-scope.ts';
import type { MapRow } from './mapped-event.ts';
import { readTime } from './read-time.ts';

/** What a column can be mapped to, and the names that are taken for it when nothing is said. */
export const TABLE_FIELDS = {
  time: ['time', 'timestamp', 'event_time', 'event_timestamp', 'created_at', 'datetime', 'date'],
  event: ['event', 'event_name', 'event_type', 'name'],
  id: ['event_id', 'id', 'uuid', 'insert_id', 'message_id'],
  user: ['user_id', 'userid', 'user', 'distinct_id'],
  anonymous: ['anonymous_id', 'anonymousid'],
  device: ['device_id', 'deviceid'],
  session: ['session_id', 'sessionid'],
  type: ['type'],
  properties: ['properties', 'event_properties'],
  context: ['context'],
} as const satisfies Record<string, readonly string[]>;

export type TableField = keyof typeof TABLE_FIELDS;
/** Column to field. */
export type ColumnMap = ReadonlyMap<string, TableField>;

const TYPES = new Set<unknown>(['track', 'page', 'screen', 'identify', 'group']);
const PATHS = { user: 'user.id', anonymous: 'user.anonymous_id', device: 'device.id', session: 'session.id' } as const;

/** Rows of a table, such as CSV or Parquet from a warehouse: known columns are mapped, the others become properties. */
export function mapTable(given: ColumnMap): MapRow {
  const taken = new Set(given.values());
  const known = new Map<string, TableField | undefined>(given);
  const fieldOf = (column: string): TableField | undefined => {
    if (known.has(column)) return known.get(column);
    const name = column.toLowerCase();
    const found = (Object.keys(TABLE_FIELDS) as TableField[]).find(
      (field) => !taken.has(field) && (TABLE_FIELDS[field] as readonly string[]).includes(name),
    );
    // The first column of a kind is it; a second one is a property.
    if (found !== undefined) taken.add(found);
    known.set(column, found);
    return found;
  };
  const targetOf: TargetOf = (column) => {
    const field = fieldOf(column);
    return field === undefined ? undefined : `=${NAMES[field]}`;
  };
  return (row, fields) => {
    const found: Partial<Record<TableField, unknown>> = {};
    const properties: JsonObject = {};
    const scope = fields.scope('', targetOf);
    for (const column in row) {
      const value = row[column];
      if (value === undefined || value === null || value === '') continue;
      scope.place(column).count += 1;
      const field = fieldOf(column);
      if (field === undefined) properties[column] = value;
      else found[field] = value;
    }
    return eventOf(found, properties);
  };
}

const NAMES: Readonly<Record<TableField, string>> = {
  time: 'timestamp',
  event: 'event',
  id: 'event_id',
  user: 'context.user.id',
  anonymous: 'context.user.anonymous_id',
  device: 'context.device.id',
  session: 'context.session.id',
  type: 'type',
  properties: 'properties',
  context: 'context',
};

function eventOf(found: Partial<Record<TableField, unknown>>, columns: JsonObject): ReturnType<MapRow> {
  const type = TYPES.has(found.type) ? (found.type as 'track') : undefined;
  const name = typeof found.event === 'number' ? String(found.event) : found.event;
  if (typeof name !== 'string' && (type === undefined || type === 'track')) {
    return { fault: 'the name of the event is missing; say which column it is with --map event=COLUMN' };
  }
  const time = readTime(found.time, 'time');
  if ('fault' in time) return time;
  const properties = objectOf(found.properties);
  const context = objectOf(found.context);
  if (properties === undefined) return { fault: '"properties" must be an object' };
  if (context === undefined) return { fault: '"context" must be an object' };
  for (const field of ['user', 'anonymous', 'device', 'session'] as const) {
    const [part] = PATHS[field].split('.');
    const isSet =
      isJsonObject(context[part as string]) &&
      (PATHS[field].split('.')[1] as string) in (context[part as string] as object);
    if (!isSet) setIn(context, PATHS[field], idOf(found[field]));
  }
  const id = idOf(found.id);
  return {
    event: {
      ...(type && type !== 'track' && { type }),
      ...(typeof name === 'string' && { event: name }),
      ...(id && { event_id: id }),
      timestamp: time.iso,
      properties: { ...columns, ...properties },
      context,
    },
  };
}
