import type { LogRecord } from './log-record.ts';
import { parseObject } from './parse-line.ts';

/** Elements of its batch, the rejected ones too; nothing in a record of another kind. */
export function eventsInRecord({ kind, items, body }: LogRecord): number {
  if (kind === 'replay') return 1;
  return kind === 'events' ? (items ?? batchLength(parseObject(body, 0, body.length))) : 0;
}

const headShape = /^\{"c":\d+,(?:"k":"([a-z]+)",)?"s":\d+,"p":"[^"]*","e":"[^"]*","r":-?\d+,(?:"n":(\d+),)?"b":/;
const HEAD_BYTES = 256;

/** The same, of a record line that has been checked. */
export function eventsInLine(bytes: Buffer, start: number, end: number): number {
  const head = headShape.exec(bytes.toString('latin1', start, Math.min(end, start + HEAD_BYTES)));
  const [, kind = 'events', items] = head ?? [];
  if (kind === 'replay') return 1;
  if (kind !== 'events') return 0;
  if (items !== undefined) return Number(items);
  // Records of the first version do not say it, nor do those of tests.
  const record = parseObject(bytes, start, end);
  const body = record?.b;
  return typeof body === 'object' && body !== null
    ? batchLength(body as Record<string, unknown>) + lengthOf(record?.x)
    : 0;
}

const batchLength = (body: Readonly<Record<string, unknown>> | undefined): number => lengthOf(body?.batch);

const lengthOf = (list: unknown): number => (Array.isArray(list) ? list.length : 0);
