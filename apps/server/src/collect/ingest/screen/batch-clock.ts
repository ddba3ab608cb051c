import { limits } from '@lamppost/protocol';
import { isCanonicalTime, parseIsoTime } from './iso-time.ts';

/** How the times of one batch are read. */
export interface BatchClock {
  readonly receivedAtMs: number;
  /** Added to every timestamp: the sender's clock error, when nothing of the batch has an event id. */
  readonly driftMs: number;
  /** Times above this, as text, may lie in the future; found by comparing texts, which costs next to nothing. */
  readonly suspectAfter: string;
}

export interface TimeVerdict {
  readonly isTime: boolean;
  /** What must be stored in place of the text that was sent. */
  readonly rewritten?: string;
  readonly isFuture?: boolean;
}

export function batchClock(receivedAtMs: number, sentAt: unknown, hasEventIds: boolean): BatchClock {
  const sentAtMs = !hasEventIds && typeof sentAt === 'string' ? parseIsoTime(sentAt) : undefined;
  const offMs = sentAtMs === undefined ? 0 : receivedAtMs - sentAtMs;
  return {
    receivedAtMs,
    driftMs: Math.abs(offMs) > limits.clockDriftMs ? offMs : 0,
    suspectAfter: suspectAfter(receivedAtMs),
  };
}

let lastSecond = 0;
let lastText = '';

/** Made once a second: a suspect is looked at closely anyway. */
function suspectAfter(receivedAtMs: number): string {
  const second = Math.floor(receivedAtMs / 1000);
  if (second !== lastSecond) {
    lastSecond = second;
    lastText = new Date(second * 1000 + limits.futureMs).toISOString();
  }
  return lastText;
}

const asSent: TimeVerdict = { isTime: true };
const notATime: TimeVerdict = { isTime: false };

/**
 * A time that every engine reads alike and that does not lie in the future is stored as sent.
 * Another form of ISO 8601 is rewritten; a future beyond the bound is left to the loader, which uses receipt.
 */
export function readTimestamp(timestamp: unknown, clock: BatchClock): TimeVerdict {
  if (timestamp === undefined || timestamp === null) return asSent;
  if (typeof timestamp !== 'string' || timestamp.length > 64) return notATime;
  const isCanonical = isCanonicalTime(timestamp);
  if (isCanonical && clock.driftMs === 0 && timestamp.endsWith('Z') && timestamp <= clock.suspectAfter) return asSent;
  const ms = parseIsoTime(timestamp);
  if (ms === undefined) return notATime;
  const isFuture = ms + clock.driftMs > clock.receivedAtMs + limits.futureMs;
  return { isTime: true, isFuture, ...(isCanonical ? {} : { rewritten: new Date(ms).toISOString() }) };
}
