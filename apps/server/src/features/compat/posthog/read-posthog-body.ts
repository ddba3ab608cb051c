import { gunzipSync } from 'node:zlib';
import { invalidBody, isJsonObject, limits, tooLarge } from '@lamppost/protocol';
import { membersOf, textOf } from '../members.ts';
import { readClientJson } from '../read-client-json.ts';
import type { PosthogBatch } from './translate-posthog.ts';

/** JSON, JSON packed with gzip without saying so, or a form whose `data` is JSON in base64: clients send all three. */
export function readPosthogBody(bytes: Buffer): unknown {
  const plain = unpacked(bytes);
  if (plain.subarray(0, FORM.length).toString('latin1') !== FORM) return readClientJson(plain);
  const data = new URLSearchParams(plain.toString('utf8')).get('data') ?? '';
  const isJson = /^\s*[[{]/.test(data);
  return readClientJson(isJson ? Buffer.from(data) : unpacked(Buffer.from(data, 'base64')));
}

const FORM = 'data=';

function unpacked(bytes: Buffer): Buffer {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: limits.ingestBodyBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(limits.ingestBodyBytes);
    throw invalidBody('The body is not valid gzip');
  }
}

/** The key of the project: beside the batch, or in the properties of an event. */
export function posthogKey(body: unknown): string | undefined {
  const [first] = Array.isArray(body) ? body : [body];
  const { api_key: apiKey, token, batch, properties } = membersOf(first);
  const [inBatch] = Array.isArray(batch) ? batch : [];
  return (
    textOf(apiKey) ??
    textOf(token) ??
    textOf(membersOf(properties).token) ??
    textOf(membersOf(membersOf(inBatch).properties).token)
  );
}

/** The events of a body: a list, a batch, or the one that it is itself. */
export function posthogBatch(body: unknown): PosthogBatch {
  if (Array.isArray(body)) return { events: body };
  if (!isJsonObject(body)) throw invalidBody('The body must be an object or a list of events');
  const sentAt = textOf(body.sent_at);
  return { events: Array.isArray(body.batch) ? body.batch : [body], sentAt };
}
