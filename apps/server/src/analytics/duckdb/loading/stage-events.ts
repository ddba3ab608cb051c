import { NAMES_OF_TYPES } from '@lamppost/protocol';
import type { SegmentFile } from '../../../collect/loader/load-target.ts';
import { failPointValue } from '../../../telemetry/fail-points.ts';
import { quoted, textMembers } from '../sql-text.ts';
import { contextColumns } from '../store-schema.ts';
import { type BatchShape, unnestBatches } from './stage-batches.ts';
import { RECEIVED, saidTimeOf, timeOf } from './stage-time.ts';

/** What events of a type are called that have no name; NULL for a type that needs one. */
export function nameOfType(type: string): string {
  const names = Object.entries(NAMES_OF_TYPES).map(([known, name]) => `WHEN ${quoted(known)} THEN ${quoted(name)}`);
  return `CASE ${type} ${names.join(' ')} END`;
}

export const eventShape: BatchShape = {
  recordKind: 'events',
  hashKind: 'event',
  itemMembers: '"type" VARCHAR, event VARCHAR, properties JSON',
  contextShape: {
    user: textMembers(['id', 'anonymous_id']),
    device: textMembers(['id', 'platform', 'model', 'os_name', 'os_version', 'type', 'locale', 'country', 'timezone']),
    app: textMembers(['version', 'build', 'namespace', 'build_channel']),
    sdk: textMembers(['name', 'version']),
    session: textMembers(['id']),
    release_id: 'VARCHAR',
  },
  nameOf: `coalesce(nullif(v.event, ''), ${nameOfType('v."type"')})`,
};

/** Rows for `events`, with their state. */
export const stageEvents = (files: readonly SegmentFile[], logTag: number): string =>
  eventRows(files, logTag, { ...eventShape, moreColumns: [] });

export function eventRows(
  files: readonly SegmentFile[],
  logTag: number,
  { moreColumns, ...shape }: BatchShape & { readonly moreColumns: readonly string[] },
): string {
  const facts = Object.entries(contextColumns).map(([column, path]) => `${factOf(column, path)} AS ${column}`);
  return `SELECT ${injectedState()} AS state, item_kind, items, p, e, ${logTag}::UINTEGER AS log_tag, s AS seq, i AS idx, h, id_uuid, id_text,
    ${timeOf('own_ms')} AS ts, ${RECEIVED}, ${saidTimeOf('sent_ms')} AS sent, name, coalesce(v."type", 'track') AS type,
    ${facts.join(', ')},
    CASE WHEN starts_with(v.properties::VARCHAR, '{') THEN v.properties END AS properties,
    CASE WHEN starts_with(c::VARCHAR, '{') THEN c END AS context${moreColumns.map((column) => `, ${column}`).join('')}
  FROM ${unnestBatches(files, shape)}`;
}

/** An empty id is none: it would be one person for all who send it. */
function factOf(column: string, path: readonly string[]): string {
  const fact = `f."${path.join('"."')}"`;
  return idColumns.has(column) ? `nullif(${fact}, '')` : fact;
}

const idColumns: ReadonlySet<string> = new Set(['user_id', 'anonymous_id', 'device_id', 'session_id']);

function injectedState(): string {
  const poison = failPointValue('loader.poison');
  return poison === undefined
    ? 'state'
    : `CASE WHEN name = ${quoted(poison)} THEN error('fail point loader.poison')::TINYINT ELSE state END`;
}
