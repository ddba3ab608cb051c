import { jsonObject, jsonText, jsonTime, storedJson } from '../../../analytics/stored-json.ts';

/** An event as the wire shows it, from the columns of a row. */
export const eventJson = (row: Readonly<Record<string, unknown>>, id: string): string =>
  jsonObject({
    id: jsonText(id),
    event_id: jsonText(row.event_id),
    event: jsonText(row.name),
    type: jsonText(row.type),
    properties: storedJson(row.properties, '{}'),
    context: storedJson(row.context, '{}'),
    user_id: jsonText(row.user_id),
    anonymous_id: jsonText(row.anonymous_id),
    device_id: jsonText(row.device_id),
    session_id: jsonText(row.session_id),
    timestamp: jsonTime(row.ts_ms),
    received_at: jsonTime(row.received_ms),
  });
