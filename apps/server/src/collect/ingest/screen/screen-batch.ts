import { isJsonObject, type JsonObject, limits } from '@lamppost/protocol';
import { WalkFlags, walkProperties, walkValue } from '../json/walk-value.ts';
import { type BatchClock, batchClock, readTimestamp } from './batch-clock.ts';
import { echoedName } from './echoed-name.ts';
import type { RejectReason } from './reject-reasons.ts';
import { type ContextVerdict, screenContext } from './screen-context.ts';
import type { Scrubber } from './scrubber.ts';

export interface Rejection {
  readonly index: number;
  readonly event: string;
  readonly reason: RejectReason;
  readonly eventId?: string;
}

export interface Warning {
  readonly index: number;
  readonly event: string;
  readonly field: string;
  readonly message: string;
}

/** What is to become of each element of a batch. Nothing has been changed yet. */
export interface BatchVerdict {
  readonly rejections: readonly Rejection[];
  readonly warnings: readonly Warning[];
  /** Index of an element to the time that replaces the one it was sent with. */
  readonly rewrittenTimes: ReadonlyMap<number, string>;
  /** The body must be written anew before it is stored. */
  readonly needsRewrite: boolean;
  readonly isTooDeep: boolean;
  readonly hasRefusedIdsOnly: boolean;
  /** Added to every timestamp when the batch is stored. */
  readonly driftMs: number;
  /** No element has a usable name: the client's request is wrong as a whole. */
  readonly isUnusable: boolean;
}

export interface BatchFacts {
  readonly batch: readonly unknown[];
  readonly context: unknown;
  readonly sentAt: unknown;
  readonly receivedAtMs: number;
  /** Written out again, no element has more bytes. */
  readonly maxElementBytes: number;
  readonly scrubber: Scrubber;
}

const controlCharacter = /[\u0000-\u001f\u007f-\u009f]/;
const typesWithDefaultName = new Set<unknown>(['page', 'screen', 'identify', 'group']);
/** What stands above an event's members in a body: the body itself, its batch and the event. */
const levelsAboveMembers = 3;
const unusable = new Set<RejectReason>(['not_an_object', 'name_missing', 'name_invalid']);

/** Pure: the same batch at the same moment gives the same verdict. One bad event never costs its neighbours. */
export function screenBatch(facts: BatchFacts): BatchVerdict {
  return new Screening(facts).run();
}

class Screening {
  readonly #facts: BatchFacts;
  readonly #clock: BatchClock;
  readonly #sharedContext: ContextVerdict;
  readonly #rejections: Rejection[] = [];
  readonly #warnings: Warning[] = [];
  readonly #rewrittenTimes = new Map<number, string>();
  #needsRewrite = false;
  #isTooDeep = false;
  #isSharedContextTold = false;

  constructor(facts: BatchFacts) {
    this.#facts = facts;
    const { batch, context, sentAt, receivedAtMs } = facts;
    this.#clock = batchClock(receivedAtMs, sentAt, batch.some(hasEventId));
    const isOddContext = context !== undefined && context !== null && !isJsonObject(context);
    this.#sharedContext = isOddContext
      ? { needsCut: true, warnings: [{ field: 'context', message: 'not an object; ignored' }] }
      : screenContext(context);
    this.#look(walkValue(context, limits.nestingLevels - 1));
    if (this.#sharedContext.needsCut) this.#needsRewrite = true;
    const sent = readTimestamp(sentAt, this.#clock);
    if (!sent.isTime || sent.rewritten !== undefined) this.#needsRewrite = true;
  }

  run(): BatchVerdict {
    const { batch } = this.#facts;
    for (let index = 0; index < batch.length; index += 1) {
      const reason = this.#screenElement(batch[index], index);
      if (reason !== undefined) this.#reject(batch[index], index, reason);
    }
    return {
      rejections: this.#rejections,
      warnings: this.#warnings,
      rewrittenTimes: this.#rewrittenTimes,
      needsRewrite: this.#needsRewrite || this.#rejections.length > 0,
      isTooDeep: this.#isTooDeep,
      hasRefusedIdsOnly: hasRefusedIdsOnly(batch, this.#rejections),
      driftMs: this.#clock.driftMs,
      isUnusable:
        this.#rejections.length === batch.length && this.#rejections.every(({ reason }) => unusable.has(reason)),
    };
  }

  #screenElement(element: unknown, index: number): RejectReason | undefined {
    if (!isJsonObject(element)) {
      this.#look(walkValue(element, limits.nestingLevels - 2));
      return 'not_an_object';
    }
    const propertyFault = this.#walkMembers(element, index);
    // The whole body is refused; writing such an element out, to measure it, would exhaust the stack.
    if (this.#isTooDeep) return undefined;
    const nameFault = screenName(element);
    if (nameFault !== undefined) return nameFault;
    if (!isKnownType(element.type)) return 'type_unknown';
    const eventId = element.event_id;
    if (eventId !== undefined && eventId !== null && !isEventId(eventId)) return 'event_id_invalid';
    if (propertyFault !== undefined) return propertyFault;
    if (this.#isTooLarge(element)) return 'event_too_large';
    const context = this.#contextOf(element, index);
    if (context.reject !== undefined) return context.reject;
    const time = readTimestamp(element.timestamp, this.#clock);
    if (!time.isTime) return 'timestamp_invalid';
    if (time.rewritten !== undefined) {
      this.#rewrittenTimes.set(index, time.rewritten);
      this.#needsRewrite = true;
    }
    if (time.isFuture === true) {
      this.#warn(element, index, 'timestamp', 'more than 24 hours after receipt; the time of receipt is stored');
    }
    return undefined;
  }

  /** Every member once: properties by their own bounds, all others for nesting and numbers. */
  #walkMembers(element: JsonObject, index: number): RejectReason | undefined {
    let fault: RejectReason | undefined;
    for (const key in element) {
      const member = element[key];
      if (typeof member === 'string') continue;
      if (key === 'properties') fault = this.#screenProperties(member, element, index);
      else this.#look(walkValue(member, limits.nestingLevels - levelsAboveMembers));
    }
    if (typeof element.properties === 'string') return 'properties_not_an_object';
    return fault;
  }

  #screenProperties(properties: unknown, element: JsonObject, index: number): RejectReason | undefined {
    if (properties === undefined || properties === null) return undefined;
    if (!isJsonObject(properties)) {
      this.#look(walkValue(properties, limits.nestingLevels - levelsAboveMembers));
      return 'properties_not_an_object';
    }
    const met = walkProperties(properties, limits.propertyLevels, this.#facts.scrubber);
    if (met !== 0) {
      if ((met & (WalkFlags.nonFinite | WalkFlags.secret)) !== 0) this.#needsRewrite = true;
      if ((met & WalkFlags.secret) !== 0) this.#warn(element, index, 'properties', 'looks like a secret; scrubbed');
      if ((met & WalkFlags.tooDeep) !== 0) {
        this.#look(walkValue(properties, limits.nestingLevels - levelsAboveMembers));
        return 'properties_too_deep';
      }
      if ((met & WalkFlags.longKey) !== 0) return 'properties_key_too_long';
    }
    return hasMoreKeysThan(properties, limits.propertyKeys) ? 'properties_too_many' : undefined;
  }

  #contextOf(element: JsonObject, index: number): ContextVerdict {
    const own = element.context;
    if (own === undefined || own === null) return this.#tellShared(element, index);
    if (!isJsonObject(own)) {
      this.#needsRewrite = true;
      this.#warn(element, index, 'context', 'not an object; ignored');
      return this.#tellShared(element, index);
    }
    const verdict = screenContext(own);
    if (verdict.needsCut) this.#needsRewrite = true;
    for (const { field, message } of verdict.warnings) this.#warn(element, index, field, message);
    return verdict;
  }

  /** Warnings about the shared context are reported once, with the first event that uses it. */
  #tellShared(element: JsonObject, index: number): ContextVerdict {
    if (!this.#isSharedContextTold) {
      this.#isSharedContextTold = true;
      for (const { field, message } of this.#sharedContext.warnings) this.#warn(element, index, field, message);
    }
    return this.#sharedContext;
  }

  #isTooLarge(element: JsonObject): boolean {
    const { maxElementBytes } = this.#facts;
    return maxElementBytes > limits.eventBytes && Buffer.byteLength(JSON.stringify(element)) > limits.eventBytes;
  }

  #look(met: number): void {
    if ((met & WalkFlags.tooDeep) !== 0) this.#isTooDeep = true;
    if ((met & WalkFlags.nonFinite) !== 0) this.#needsRewrite = true;
  }

  #warn(element: JsonObject, index: number, field: string, message: string): void {
    this.#warnings.push({ index, event: nameAsSent(element), field, message });
  }

  #reject(element: unknown, index: number, reason: RejectReason): void {
    const eventId = isJsonObject(element) && typeof element.event_id === 'string' ? { eventId: element.event_id } : {};
    this.#rejections.push({ index, event: nameAsSent(element), reason, ...eventId });
  }
}

const hasEventId = (element: unknown): boolean =>
  isJsonObject(element) && element.event_id !== undefined && element.event_id !== null;

/** Whether there are event ids in a batch, and all of them in elements that are refused. */
export function hasRefusedIdsOnly(
  batch: readonly unknown[],
  rejections: readonly { readonly index: number }[],
): boolean {
  if (rejections.length === 0) return false;
  const refused = new Set(rejections.map(({ index }) => index));
  return batch.some(hasEventId) && !batch.some((element, index) => hasEventId(element) && !refused.has(index));
}

const isEventId = (id: unknown): boolean =>
  typeof id === 'string' && id.length > 0 && id.length <= limits.eventIdLength;

const isKnownType = (type: unknown): boolean =>
  type === undefined || type === null || type === 'track' || typesWithDefaultName.has(type);

function screenName({ event, type }: JsonObject): RejectReason | undefined {
  if (event === undefined || event === null || event === '') {
    return typesWithDefaultName.has(type) ? undefined : 'name_missing';
  }
  if (typeof event !== 'string' || event.length > limits.eventNameLength || controlCharacter.test(event))
    return 'name_invalid';
  return undefined;
}

function hasMoreKeysThan(members: JsonObject, max: number): boolean {
  let keys = 0;
  for (const _ in members) {
    keys += 1;
    if (keys > max) return true;
  }
  return false;
}

export const nameAsSent = (element: unknown): string => echoedName(isJsonObject(element) ? element.event : undefined);
