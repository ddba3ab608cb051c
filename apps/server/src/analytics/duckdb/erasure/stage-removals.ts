import type { SegmentFile } from '../../../collect/loader/load-target.ts';
import { readRecords } from '../loading/read-records.ts';
import { GOOD, UNREADABLE } from '../loading/stage-batches.ts';
import { RECEIVED } from '../loading/stage-time.ts';

const place = (logTag: number): string => `p, e, ${logTag}::UINTEGER AS log_tag, s AS seq, ${RECEIVED}`;

/** A row for each hash of an `erase` record; id_kind says which rows of the id are meant (see removal-records.ts). */
export function stageErasures(files: readonly SegmentFile[], logTag: number): string {
  const members = `'b': 'STRUCT(id UUID, users VARCHAR[], anonymous VARCHAR[], devices VARCHAR[], whole_devices VARCHAR[])'`;
  const hashes = (list: string, kind: string): string =>
    `list_transform(coalesce(b.${list}, []), lambda x: {'id_kind': '${kind}', 'id_hash': x})`;
  return `SELECT (CASE WHEN id IS NULL THEN ${UNREADABLE} ELSE ${GOOD} END)::TINYINT AS state, ${place(logTag)}, i AS idx,
      id, v.id_kind AS id_kind, v.id_hash AS id_hash
    FROM (SELECT *, unnest(subjects) AS v, (generate_subscripts(subjects, 1) - 1)::UINTEGER AS i
      FROM (SELECT *, b.id AS id, [{'id_kind': 'none', 'id_hash': ''}] || ${hashes('users', 'user')}
          || ${hashes('anonymous', 'anonymous')} || ${hashes('devices', 'device')}
          || ${hashes('whole_devices', 'whole_device')} AS subjects
        FROM ${readRecords(files, 'erase', members)}))`;
}

export function stageExpiries(files: readonly SegmentFile[], logTag: number): string {
  const members = `'b': 'STRUCT(id UUID, "before" BIGINT)'`;
  return `SELECT (CASE WHEN b.id IS NULL OR b."before" IS NULL THEN ${UNREADABLE} ELSE ${GOOD} END)::TINYINT AS state,
      ${place(logTag)}, 0::UINTEGER AS idx, b.id AS id, make_timestamp_ms(b."before")::TIMESTAMP_MS AS until
    FROM ${readRecords(files, 'expire', members)}`;
}
