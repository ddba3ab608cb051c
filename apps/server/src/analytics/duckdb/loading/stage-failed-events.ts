import type { SegmentFile } from '../../../collect/loader/load-target.ts';
import { dedupHashSql } from '../deduplication/dedup-hash.ts';
import { itemKindOf } from './item-kinds.ts';
import { readRecords } from './read-records.ts';
import { GOOD } from './stage-batches.ts';
import { nameOfType } from './stage-events.ts';
import { millisOf, RECEIVED, saidTimeOf } from './stage-time.ts';

/** Set in the index of every failed event, so that its id is never that of a stored one. */
export const FAILED_INDEX_BIT = 0x8000_0000;
/** Set in addition for those whose index counts in the accepted batch and not in the batch as it was sent. */
const POISON_INDEX_BIT = 0x4000_0000;

/** Events say it in their context, metrics too but flat, crash reports at the top. */
const subjects = Object.entries({
  user_id: ["json_extract_string(c, '$.user.id')", "json_extract_string(c, '$.user_id')", 'b.user_id'],
  anonymous_id: ["json_extract_string(c, '$.user.anonymous_id')"],
  device_id: ["json_extract_string(c, '$.device.id')", "json_extract_string(c, '$.device_id')", 'b.device_id'],
})
  .map(([column, places]) => `nullif(coalesce(${places.join(', ')}), '') AS ${column}`)
  .join(', ');

/**
 * Rows for `failed_events`, from the records' `x`.
 * The id of one that may still be replayed is taken: a repeat of it is a duplicate. The id of a rejected one is free,
 * and one that failed again when it was replayed leaves it with the first. Only replaying needs the context of a batch.
 */
export function stageFailedEvents(files: readonly SegmentFile[], logTag: number): string {
  const members = `'b': 'STRUCT(context JSON, sent_at VARCHAR, user_id VARCHAR, device_id VARCHAR)',
    'x': 'STRUCT(i BIGINT, why VARCHAR, ev JSON, kind VARCHAR, n BIGINT, t VARCHAR, d BIGINT)[]'`;
  return `WITH item AS (
    SELECT s, p, e, r, b, coalesce(k, 'events') AS k, coalesce(o, k, 'events') AS was, unnest(x) AS v
    FROM ${readRecords(files, 'any', members)} WHERE len(x) > 0
  ), parsed AS (
    SELECT *, coalesce(v.kind, 'rejected') AS kind, json_extract_string(v.ev, '$.event_id') AS said_id,
      coalesce(nullif(json_extract_string(v.ev, '$.event'), ''), json_extract_string(v.ev, '$.metric_name'),
        ${nameOfType("json_extract_string(v.ev, '$.type')")}, '') AS name, ${millisOf('coalesce(v.t, b.sent_at)')} AS sent_ms,
      CASE WHEN json_type(v.ev, '$.context') = 'OBJECT' THEN json_extract(v.ev, '$.context') ELSE b.context END AS c
    FROM item
  ), claimed AS (
    SELECT *, CASE WHEN kind <> 'rejected' AND k IN ('events', 'metrics') AND said_id <> '' THEN said_id END AS id,
      CASE WHEN length(id) = 36 THEN TRY_CAST(id AS UUID) END AS uuid
    FROM parsed
  ), identified AS (
    SELECT *, CASE WHEN uuid::VARCHAR = lower(id) THEN uuid END AS id_uuid FROM claimed
  )
  SELECT ${GOOD}::TINYINT AS state, ${itemKindOf('was')} AS item_kind, coalesce(v.n, 1) AS items, p, e, ${logTag}::UINTEGER AS log_tag, s AS seq,
    (((v.i & 268435455) | ${FAILED_INDEX_BIT}) | (CASE kind WHEN 'poison' THEN ${POISON_INDEX_BIT} ELSE 0 END))::UINTEGER AS idx,
    CASE WHEN id IS NOT NULL THEN ${dedupHashSql(
      "e::VARCHAR || CASE k WHEN 'metrics' THEN '/metric/' ELSE '/event/' END",
      'coalesce(id_uuid::VARCHAR, id)',
    )} END AS h, id_uuid, CASE WHEN id_uuid IS NULL THEN id END AS id_text,
    kind, name, coalesce(v.why, '') AS reason, coalesce(v.ev, 'null') AS raw, ${RECEIVED},
    ${subjects}, CASE was WHEN 'replay' THEN 'events' ELSE was END AS record_kind,
    CASE WHEN kind <> 'rejected' AND starts_with(c::VARCHAR, '{') THEN c END AS context, ${saidTimeOf('sent_ms')} AS sent, coalesce(v.d, 0) AS drift
  FROM identified`;
}
