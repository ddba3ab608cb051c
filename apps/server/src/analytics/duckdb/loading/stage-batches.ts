import type { SegmentFile } from '../../../collect/loader/load-target.ts';
import { type DedupKind, dedupHashSql, dedupPrefixSql } from '../deduplication/dedup-hash.ts';
import { quoted } from '../sql-text.ts';
import { itemKindOf } from './item-kinds.ts';
import { readRecords } from './read-records.ts';
import { driftOf, millisOf } from './stage-time.ts';

/** What a staged row stands for. A record without items has one row that is absent, so that records can be counted. */
export const GOOD = 0;
const ABSENT = 1;
export const UNREADABLE = 2;
/** Good, but of somebody who was erased since. */
export const ERASED = 3;

export interface BatchShape {
  readonly recordKind: 'events' | 'metrics' | 'replay';
  readonly hashKind: DedupKind;
  /** Members of an item in addition to timestamp, event_id and context, as a STRUCT's member list. */
  readonly itemMembers: string;
  /** Shape of the known part of a context, for json_transform. */
  readonly contextShape: object;
  /** NULL for an item that is no object: the edge lets none through. */
  readonly nameOf: string;
  /** Members of the body in addition to batch, context and sent_at, and the columns made of them. */
  readonly bodyMembers?: string;
  readonly bodyColumns?: string;
  /** What is added to the items' times; absent: what the rules for batches say. */
  readonly drift?: string;
}

/**
 * Items of batches, one row each: s p e r i v (the item) c (its context as JSON) f (the known facts of it) name sent_ms
 * own_ms id_uuid id_text h state item_kind items (what the record says it brought, in its first row).
 * The batch's context is taken apart once a record, an item's own only where there is one.
 */
export function unnestBatches(files: readonly SegmentFile[], shape: BatchShape): string {
  const facts = (context: string): string =>
    `json_transform(${context}, ${quoted(JSON.stringify(shape.contextShape))})`;
  const records = readRecords(
    files,
    shape.recordKind,
    `'b': 'STRUCT(batch STRUCT(${shape.itemMembers}, "timestamp" VARCHAR, event_id VARCHAR, context JSON)[],
      context JSON, sent_at VARCHAR${shape.bodyMembers === undefined ? '' : `, ${shape.bodyMembers}`})', 'x': 'STRUCT(i BIGINT)[]'`,
  );
  return `(WITH record AS (
    SELECT s, p, e, r, ${itemKindOf(`coalesce(o, ${quoted(shape.recordKind)})`)} AS item_kind,
      coalesce(n, coalesce(len(list_filter(b.batch, lambda item: item IS NOT NULL)), 0) + coalesce(len(x), 0)) AS said, b.batch IS NULL AS is_batchless, b.context AS bc, ${facts('b.context')} AS bf,
      CASE WHEN len(b.batch) > 0 THEN b.batch ELSE [NULL] END AS batch,
      ${dedupPrefixSql('e', shape.hashKind)} AS hash_prefix, ${millisOf('b.sent_at')} AS sent_ms
      ${shape.bodyColumns === undefined ? '' : `, ${shape.bodyColumns}`}
    FROM ${records}
  ), drifted AS (
    SELECT *, ${shape.drift ?? driftOf('batch')} AS drift FROM record
  ), item AS (
    SELECT * EXCLUDE (batch), unnest(batch) AS v, (generate_subscripts(batch, 1) - 1)::UINTEGER AS i FROM drifted
  ), parsed AS (
    SELECT *, starts_with(v.context::VARCHAR, '{') IS TRUE AS has_context,
      CASE WHEN length(v.event_id) = 36 THEN TRY_CAST(v.event_id AS UUID) END AS uuid,
      ${millisOf('v."timestamp"')} + coalesce(drift, 0) AS own_ms, ${shape.nameOf} AS name
    FROM item
  ), identified AS (
    SELECT *, CASE WHEN has_context THEN v.context ELSE bc END AS c,
      CASE WHEN has_context THEN ${facts('v.context')} ELSE bf END AS f,
      CASE WHEN uuid::VARCHAR = lower(v.event_id) THEN uuid END AS id_uuid
    FROM parsed
  )
  SELECT *, CASE WHEN i = 0 THEN said END AS items, CASE WHEN id_uuid IS NULL THEN v.event_id END AS id_text,
    CASE WHEN v.event_id IS NOT NULL
      THEN ${dedupHashSql('hash_prefix', 'coalesce(id_uuid::VARCHAR, v.event_id)')} END AS h,
    (CASE WHEN is_batchless THEN ${UNREADABLE} WHEN v IS NULL THEN ${ABSENT}
      WHEN name IS NULL THEN ${UNREADABLE} ELSE ${GOOD} END)::TINYINT AS state
  FROM identified)`;
}
