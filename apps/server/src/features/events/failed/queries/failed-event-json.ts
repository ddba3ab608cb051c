import { jsonObject, jsonText, jsonTime, storedJson } from '../../../../analytics/stored-json.ts';

/** Failed events are shown for so long. */
export const FAILED_EVENTS_KEPT_MS = 30 * 86_400_000;

/** Needs the columns kind, name, reason, raw, received_ms and replayed_ms. */
export const failedEventJson = (row: Readonly<Record<string, unknown>>, id: string): string =>
  jsonObject({
    id: jsonText(id),
    kind: jsonText(row.kind),
    event: jsonText(row.name),
    reason: jsonText(row.reason),
    raw: storedJson(row.raw, 'null'),
    received_at: jsonTime(row.received_ms),
    replayed_at: row.replayed_ms === null ? 'null' : jsonTime(row.replayed_ms),
  });
