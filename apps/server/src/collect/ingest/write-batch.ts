import { isJsonObject, type JsonObject } from '@lamppost/protocol';
import type { RejectedEvent } from '../event-log/log-record.ts';
import { parseLossless, writeLossless } from './json/lossless-json.ts';
import type { JsonBody } from './json/read-json.ts';
import { boundRejected } from './screen/bound-rejected.ts';
import { parseIsoTime } from './screen/iso-time.ts';
import { type RejectReason, rejectReasons } from './screen/reject-reasons.ts';
import type { Scrubber } from './screen/scrubber.ts';

export interface StoredBody {
  readonly body: Buffer;
  readonly rejected: readonly RejectedEvent[];
}

/** How one element of a batch is brought into the form it is stored in. */
export interface BatchEdits {
  readonly rejections: readonly { readonly index: number; readonly reason: RejectReason }[];
  /** Rejected as well, but left out: there are too many to keep. */
  readonly notKept?: readonly { readonly index: number }[];
  /** Accepted, but quarantined from the others. */
  readonly quarantined?: readonly { readonly index: number; readonly reason: string }[];
  readonly driftMs?: number;
  readonly rewrittenTimes: ReadonlyMap<number, string>;
  /** Ids keep times from being corrected by `sent_at`; when all of them were refused, only its absence still does. */
  readonly hasRefusedIdsOnly: boolean;
  /** The member of an element that is free-form and may hold secrets. */
  readonly freeMember: 'properties' | 'attributes';
  readonly scrubber: Scrubber;
  /** Further changes, in place. */
  readonly editElement?: (element: JsonObject, index: number) => void;
  readonly editContext: (context: unknown) => void;
}

/** The received bytes as one line: raw line ends in JSON are white space. */
export function asOneLine(bytes: Buffer): Buffer {
  if (!bytes.includes(10) && !bytes.includes(13)) return bytes;
  const line = Buffer.from(bytes);
  for (let at = 0; at < line.length; at += 1) if (line[at] === 10 || line[at] === 13) line[at] = 32;
  return line;
}

/** Writes the batch anew: refused elements apart, times canonical, facts cut, secrets gone, odd JSON normalised. */
export function writeBatch(json: JsonBody, edits: BatchEdits): StoredBody {
  const body = parseLossless(json.text) as JsonObject;
  const elements = body.batch as unknown[];
  elements.forEach((element, index) => {
    if (isJsonObject(element)) editElement(element, index, edits);
  });
  const sentAt = canonicalSentAt(body);
  editShared(body, sentAt, edits);
  const { rejections, notKept = [], quarantined = [], driftMs = 0 } = edits;
  const taken = new Set([...rejections, ...notKept, ...quarantined].map(({ index }) => index));
  const kept = { ...body, batch: elements.filter((_, index) => !taken.has(index)) };
  return {
    body: Buffer.from(writeLossless(kept)),
    rejected: [
      ...rejections.map(({ index, reason }) => ({
        index,
        reason: rejectReasons[reason],
        eventJson: boundRejected(elements[index]),
      })),
      ...quarantined.map(({ index, reason }) => ({
        index,
        reason,
        eventJson: writeLossless(elements[index]),
        setApart: { ...(sentAt === undefined ? {} : { sentAt }), driftMs },
      })),
    ],
  };
}

function canonicalSentAt({ sent_at: sentAt }: JsonObject): string | undefined {
  const sentAtMs = typeof sentAt === 'string' ? parseIsoTime(sentAt) : undefined;
  return sentAtMs === undefined ? undefined : new Date(sentAtMs).toISOString();
}

function editElement(element: JsonObject, index: number, edits: BatchEdits): void {
  const time = edits.rewrittenTimes.get(index);
  if (time !== undefined) element.timestamp = time;
  const free = element[edits.freeMember];
  if (isJsonObject(free)) element[edits.freeMember] = edits.scrubber.scrub(free);
  if (element.context !== undefined && !isJsonObject(element.context)) delete element.context;
  edits.editContext(element.context);
  edits.editElement?.(element, index);
}

function editShared(body: JsonObject, sentAt: string | undefined, edits: BatchEdits): void {
  if (body.context !== undefined && !isJsonObject(body.context)) delete body.context;
  edits.editContext(body.context);
  if (body.sent_at === undefined || body.sent_at === null) return;
  if (sentAt === undefined || edits.hasRefusedIdsOnly) delete body.sent_at;
  else body.sent_at = sentAt;
}
