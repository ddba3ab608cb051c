import { isJsonObject, type JsonObject, limits } from '@lamppost/protocol';
import type { RecordKind } from '../event-log/log-record.ts';
import { normaliseJson } from './normalise-json.ts';
import type { RecordLine } from './record-line.ts';

interface FailedItem {
  readonly i: number;
  readonly why: string;
  readonly ev: unknown;
  readonly kind: 'poison';
  /** How many items it stands for, when not one. */
  readonly n?: number;
  /** When its batch was sent, and what is added to its time. */
  readonly t?: string;
  readonly d?: number;
}

/** A record taken apart, to be written again without what could not be stored. */
export interface ParsedRecord {
  readonly line: RecordLine;
  readonly members: JsonObject;
  /** Of a batch record. Rows are named by their index, so an item that is taken out leaves a null. */
  readonly items: readonly unknown[] | undefined;
}

/** Undefined when the bytes are no record. */
export function parseRecord(line: RecordLine): ParsedRecord | undefined {
  try {
    const members = normaliseJson(JSON.parse(line.bytes.toString('utf8')));
    if (!isJsonObject(members)) return undefined;
    const batch = isBatchKind(line.kind) && isJsonObject(members.b) ? members.b.batch : undefined;
    return { line, members, items: Array.isArray(batch) ? batch : undefined };
  } catch (error) {
    // Not JSON, or nested so deeply that walking it ends in a RangeError.
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The record in a form that the store reads; items that are no events of any kind become failed ones. */
export function rewriteRecord(record: ParsedRecord): RecordLine {
  const { items, line } = record;
  if (items === undefined) return encode(line, line.kind, record.members);
  const flawed = items.flatMap((item, index) => (item === null || isUsable(item, line.kind) ? [] : [index]));
  return withoutItems(record, new Set(flawed), 'not readable as an event');
}

/** Only the items at these indexes. */
export function onlyItems(record: ParsedRecord, kept: ReadonlySet<number>): RecordLine {
  const batch = (record.items ?? []).map((item, index) => (kept.has(index) ? item : null));
  return encode(record.line, record.line.kind, { ...record.members, b: { ...bodyOf(record), batch } });
}

/** Items at these indexes taken out of the batch and kept as failed events. */
export function withoutItems(record: ParsedRecord, indexes: ReadonlySet<number>, why: string): RecordLine {
  const items = record.items ?? [];
  const { sentAt, driftMs, isMovedWithout } = timesOf(record, indexes);
  const times = { ...(sentAt === undefined ? {} : { t: sentAt }), ...(driftMs === 0 ? {} : { d: driftMs }) };
  const failed = items.flatMap((ev, i) => (indexes.has(i) ? [{ i, why, ev, kind: 'poison', ...times } as const] : []));
  const batch = items.map((item, index) => (indexes.has(index) ? null : item));
  const { sent_at: _, ...unmoved } = bodyOf(record);
  const body = isMovedWithout ? unmoved : bodyOf(record);
  return encode(record.line, record.line.kind, {
    ...record.members,
    n: saidItems(record),
    b: { ...body, batch },
    ...failedMembers(record, failed),
  });
}

/**
 * How the times of a record's items are read, which depends on whether any of them has an id: without these items the
 * others would be read differently, unless the record does not say any more when it was sent.
 */
function timesOf({ line, members, items = [] }: ParsedRecord, without: ReadonlySet<number>) {
  const { sent_at: sentAt, drift } = isJsonObject(members.b) ? members.b : {};
  if (line.kind === 'replay') {
    return { ...(typeof sentAt === 'string' ? { sentAt } : {}), driftMs: Number(drift ?? 0), isMovedWithout: false };
  }
  const offMs = typeof sentAt === 'string' ? Number(members.r) - Date.parse(sentAt) : 0;
  const hasId = (item: unknown): boolean => isJsonObject(item) && item.event_id !== undefined && item.event_id !== null;
  const hasIds = items.some(hasId);
  return {
    ...(typeof sentAt === 'string' ? { sentAt } : {}),
    driftMs: !hasIds && Math.abs(offMs) > limits.clockDriftMs ? offMs : 0,
    isMovedWithout: hasIds && !items.some((item, index) => !without.has(index) && hasId(item)),
  };
}

/** Nothing of the record can be stored: its whole body becomes one failed event. */
export function asFailed(record: ParsedRecord, why: string): RecordLine {
  const { line, members } = record;
  const failed = [{ i: 0, why, ev: members.b ?? null, kind: 'poison', n: itemsLeft(record) } as const];
  return encode(line, 'events', {
    ...members,
    n: saidItems(record),
    // The ledger counts it as what it was.
    ...(line.kind === 'events' ? {} : { o: line.kind }),
    b: { batch: [] },
    ...failedMembers(record, failed),
  });
}

/** What the record says it brought; counted where it does not say. */
function saidItems(record: ParsedRecord): number {
  const { n } = record.members;
  return Number.isSafeInteger(n) ? (n as number) : itemsLeft(record) + failedItems(record.members);
}

/** Items that are neither refused nor set apart yet. */
function itemsLeft({ line, members, items }: ParsedRecord): number {
  if (!isBatchKind(line.kind)) return 1;
  if (items !== undefined) return items.filter((item) => item !== null).length;
  return Number.isSafeInteger(members.n) ? Math.max(0, (members.n as number) - failedItems(members)) : 1;
}

const failedItems = ({ x }: JsonObject): number =>
  Array.isArray(x) ? x.reduce((sum: number, item) => sum + (isJsonObject(item) ? Number(item.n ?? 1) : 1), 0) : 0;

function failedMembers(record: ParsedRecord, failed: readonly FailedItem[]): JsonObject {
  const before = Array.isArray(record.members.x) ? record.members.x : [];
  return before.length + failed.length === 0 ? {} : { x: [...failed, ...before] };
}

function encode(line: RecordLine, kind: RecordKind, members: JsonObject): RecordLine {
  const { k: _, ...rest } = members;
  const text = JSON.stringify(kind === 'events' ? rest : { k: kind, ...rest });
  return { ...line, kind, bytes: Buffer.from(`${text}\n`) };
}

const bodyOf = ({ members }: ParsedRecord): JsonObject => (isJsonObject(members.b) ? members.b : {});

const isBatchKind = (kind: RecordKind): boolean => kind === 'events' || kind === 'metrics' || kind === 'replay';

const namedTypes: ReadonlySet<unknown> = new Set(['page', 'screen', 'identify', 'group']);

function isUsable(item: unknown, kind: RecordKind): boolean {
  if (!isJsonObject(item)) return false;
  const name = kind === 'metrics' ? item.metric_name : item.event;
  return (name !== undefined && name !== null && name !== '') || (kind !== 'metrics' && namedTypes.has(item.type));
}
