import { invalidField } from '@lamppost/protocol';
import { parseIsoTime } from '../../collect/ingest/screen/iso-time.ts';

/** A time of a query or body in milliseconds; undefined when it was not sent. */
export function timeOf(field: string, text: string | null | undefined): number | undefined {
  if (text === undefined || text === null) return undefined;
  const ms = parseIsoTime(text);
  if (ms === undefined) throw invalidField(field, 'must be an ISO 8601 time');
  return ms;
}
