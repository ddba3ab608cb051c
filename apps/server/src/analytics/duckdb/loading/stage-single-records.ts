import type { RecordKind } from '../../../collect/event-log/log-record.ts';
import type { SegmentFile } from '../../../collect/loader/load-target.ts';
import { deviceColumns } from '../../device-columns.ts';
import { dedupHashSql, dedupPrefixSql } from '../deduplication/dedup-hash.ts';
import { memberColumns, quoted, textMembers } from '../sql-text.ts';
import { crashColumns } from '../store-schema.ts';
import { readRecords } from './read-records.ts';
import { GOOD, UNREADABLE } from './stage-batches.ts';
import { millisOf, RECEIVED, timeOf } from './stage-time.ts';

/** Rows for `crashes`: one a record, the report kept as it came. */
export function stageCrashes(files: readonly SegmentFile[], logTag: number): string {
  const facts = ['active_flags', 'active_experiments'];
  const members = [...crashColumns, ...facts, 'crash_id', 'is_repeatable_id', 'is_foreground', 'timestamp'];
  return `SELECT ${place(logTag)}, ${stateOf('crash_id IS NOT NULL')}, 'crashes' AS item_kind, 1::BIGINT AS items,
    CASE WHEN is_repeatable THEN ${dedupHashSql(dedupPrefixSql('e', 'crash'), 'crash_id::VARCHAR')} END AS h,
    CASE WHEN is_repeatable THEN crash_id END AS id_uuid, NULL::VARCHAR AS id_text, crash_id,
    ${timeOf('own_ms')} AS ts, ${RECEIVED}, ${memberColumns('f', crashColumns)},
    TRY_CAST(f.is_foreground AS BOOLEAN) AS is_foreground,
    ${facts.map((name) => `CASE WHEN starts_with(f.${name}, '{') THEN TRY_CAST(f.${name} AS JSON) END AS ${name}`).join(', ')}, b AS report
  FROM (SELECT *, TRY_CAST(f.crash_id AS UUID) AS crash_id, ${millisOf('f."timestamp"')} AS own_ms,
      TRY_CAST(f.is_repeatable_id AS BOOLEAN) IS TRUE AS is_repeatable
    FROM ${factsOf(files, 'crash', members)})`;
}

export function stageDeviceFacts(files: readonly SegmentFile[], logTag: number): string {
  return `SELECT ${place(logTag)}, ${stateOf('f.device_id IS NOT NULL')}, ${RECEIVED}, ${memberColumns('f', deviceColumns)}
    FROM ${factsOf(files, 'device', deviceColumns)}`;
}

export function stageLinks(files: readonly SegmentFile[], logTag: number): string {
  const members = ['anonymous_id', 'user_id', 'device_id'];
  return `SELECT ${place(logTag)}, ${stateOf('f.user_id IS NOT NULL')}, ${memberColumns('f', members)},
    make_timestamp_ms(r)::TIMESTAMP_MS AS linked_at
    FROM ${factsOf(files, 'link', members)}`;
}

/** Rows for `user_attributes`. A record that says no time of its own is of when it was received. */
export function stageUserAttributes(files: readonly SegmentFile[], logTag: number): string {
  const members = ['user_id', 'set_at', 'attributes'];
  return `SELECT ${place(logTag)}, ${stateOf('f.user_id IS NOT NULL')}, ${RECEIVED}, ${memberColumns('f', ['user_id'])},
    ${timeOf('TRY_CAST(f.set_at AS BIGINT)')} AS set_at,
    CASE WHEN starts_with(f.attributes, '{') THEN TRY_CAST(f.attributes AS JSON) END AS attributes
    FROM ${factsOf(files, 'user', members)}`;
}

const place = (logTag: number): string => `p, e, ${logTag}::UINTEGER AS log_tag, s AS seq, 0::UINTEGER AS idx`;

const stateOf = (isGood: string): string =>
  `(CASE WHEN ${isGood} THEN ${GOOD} ELSE ${UNREADABLE} END)::TINYINT AS state`;

/** The body as JSON (b) and the named members of it as text (f). */
const factsOf = (files: readonly SegmentFile[], kind: RecordKind, members: readonly string[]): string =>
  `(SELECT *, json_transform(b, ${quoted(JSON.stringify(textMembers(members)))}) AS f
    FROM ${readRecords(files, kind, "'b': 'JSON'")})`;
