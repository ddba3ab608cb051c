import type { SegmentFile } from '../../../collect/loader/load-target.ts';
import { memberColumns, textMembers } from '../sql-text.ts';
import { metricContextColumns } from '../store-schema.ts';
import { type BatchShape, unnestBatches } from './stage-batches.ts';
import { RECEIVED, timeOf } from './stage-time.ts';

const shape: BatchShape = {
  recordKind: 'metrics',
  hashKind: 'metric',
  // Read as text and cast, because a member of another type must cost that member alone.
  itemMembers: `metric_type VARCHAR, metric_name VARCHAR, value_ms VARCHAR, status_code VARCHAR, is_error VARCHAR,
    attributes JSON`,
  contextShape: textMembers(metricContextColumns),
  nameOf: 'v.metric_name',
};

/** Rows for `metrics`, with their state. */
export function stageMetrics(files: readonly SegmentFile[], logTag: number): string {
  return `SELECT state, item_kind, items, p, e, ${logTag}::UINTEGER AS log_tag, s AS seq, i AS idx, h, id_uuid, id_text,
    ${timeOf('own_ms')} AS ts, ${RECEIVED}, v.metric_type AS metric_type, v.metric_name AS metric_name,
    TRY_CAST(v.value_ms AS DOUBLE) AS value_ms, TRY_CAST(v.status_code AS INTEGER) AS status_code,
    TRY_CAST(v.is_error AS BOOLEAN) AS is_error, ${memberColumns('f', metricContextColumns)},
    CASE WHEN starts_with(v.attributes::VARCHAR, '{') THEN v.attributes END AS attributes,
    CASE WHEN starts_with(c::VARCHAR, '{') THEN c END AS context
  FROM ${unnestBatches(files, shape)}`;
}
