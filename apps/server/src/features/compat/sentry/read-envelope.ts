import { invalidBody, isJsonObject, type JsonObject } from '@lamppost/protocol';
import { membersOf, textOf } from '../members.ts';
import { isRefusedBody, readClientJson } from '../read-client-json.ts';

interface EnvelopeItem {
  readonly type: string;
  /** Undefined where it is no JSON: an attachment, or broken. */
  readonly payload: unknown;
}

export interface Envelope {
  readonly eventId: string | undefined;
  readonly items: readonly EnvelopeItem[];
}

const MAX_ITEMS = 1_000;
const NEW_LINE = 10;

/** Sentry's envelope: a line of JSON, then for each item a line of JSON and a payload of the length that it names, or of one line. */
export function readEnvelope(bytes: Buffer): Envelope {
  const [header, afterHeader] = lineAt(bytes, 0);
  const head = readClientJson(header);
  if (!isJsonObject(head)) throw invalidBody('The envelope must begin with an object');
  const items: EnvelopeItem[] = [];
  let at = afterHeader;
  while (at < bytes.length) {
    const [line, start] = lineAt(bytes, at);
    at = start;
    if (line.length === 0) continue;
    if (items.length >= MAX_ITEMS) throw invalidBody(`An envelope holds at most ${MAX_ITEMS} items`);
    const itemHead = membersOf(readClientJson(line));
    const [payload, end] = payloadAt(bytes, start, itemHead);
    at = end;
    items.push({ type: textOf(itemHead.type) ?? 'unknown', payload: jsonOf(payload) });
  }
  return { eventId: textOf(head.event_id), items };
}

function payloadAt(bytes: Buffer, start: number, { length }: JsonObject): readonly [Buffer, number] {
  if (length === undefined || length === null) return lineAt(bytes, start);
  const isUsable = typeof length === 'number' && Number.isSafeInteger(length) && length >= 0;
  if (!isUsable || length > bytes.length - start) throw invalidBody('An item of the envelope has a wrong length');
  const end = start + length;
  return [bytes.subarray(start, end), bytes[end] === NEW_LINE ? end + 1 : end];
}

/** The bytes up to the end of the line, and where the next one begins. */
function lineAt(bytes: Buffer, start: number): readonly [Buffer, number] {
  const end = bytes.indexOf(NEW_LINE, start);
  return end < 0 ? [bytes.subarray(start), bytes.length] : [bytes.subarray(start, end), end + 1];
}

function jsonOf(payload: Buffer): unknown {
  // Attachments may be anything; whether it is needed is decided by the type of the item.
  if (payload[0] !== 0x7b && payload[0] !== 0x5b) return undefined;
  try {
    return readClientJson(payload);
  } catch (error) {
    if (isRefusedBody(error)) return undefined;
    throw error;
  }
}
