import { isJsonObject, limits } from '@lamppost/protocol';
import { WalkFlags, walkProperties, walkValue } from '../json/walk-value.ts';
import { type BatchClock, batchClock, readTimestamp } from './batch-clock.ts';
import { echoedName } from './echoed-name.ts';
import type { RejectReason } from './reject-reasons.ts';
import { hasRefusedIdsOnly } from './screen-batch.ts';
import type { Scrubber } from './scrubber.ts';
import { templateUrl } from './template-url.ts';

interface MetricRejection {
  readonly index: number;
  readonly metricName: string;
  readonly reason: RejectReason;
  readonly eventId?: string;
}

/** Without its attributes a metric still measures, and without its time it has that of its receipt. */
type DroppedMember = 'attributes' | 'timestamp';

export interface MetricsVerdict {
  readonly rejections: readonly MetricRejection[];
  readonly rewrittenTimes: ReadonlyMap<number, string>;
  /** Of metrics that are kept: what cannot be used of them, by index, and is left out. */
  readonly dropped: ReadonlyMap<number, readonly DroppedMember[]>;
  readonly needsRewrite: boolean;
  readonly isTooDeep: boolean;
  readonly hasRefusedIdsOnly: boolean;
}

export interface MetricsFacts {
  readonly batch: readonly unknown[];
  readonly context: unknown;
  readonly sentAt: unknown;
  readonly receivedAtMs: number;
  readonly scrubber: Scrubber;
}

const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null;
const isText = (value: unknown, length: number): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= length;

const metricNameLength = 2048;
const levelsAboveMembers = 3;

interface Findings {
  reject?: RejectReason;
  needsRewrite: boolean;
  isTooDeep: boolean;
  rewrittenTime?: string;
  dropped?: DroppedMember[];
}

/**
 * Pure. Clients repeat a refused request for ever, so bad metrics are refused one by one, and only those that nothing can
 * be counted of.
 */
export function screenMetrics(facts: MetricsFacts): MetricsVerdict {
  const clock = batchClock(facts.receivedAtMs, facts.sentAt, facts.batch.some(hasEventId));
  const sharedReject = screenIds(facts.context);
  const sharedWalk = walkValue(facts.context, limits.nestingLevels - 1);
  const isOddContext = !isAbsent(facts.context) && !isJsonObject(facts.context);
  const isOddSentAt = !isAbsent(facts.sentAt) && !isCanonical(facts.sentAt, clock);
  let needsRewrite = isOddContext || isOddSentAt || (sharedWalk & WalkFlags.nonFinite) !== 0;
  let isTooDeep = (sharedWalk & WalkFlags.tooDeep) !== 0;
  const rejections: MetricRejection[] = [];
  const rewrittenTimes = new Map<number, string>();
  const dropped = new Map<number, readonly DroppedMember[]>();
  facts.batch.forEach((element, index) => {
    const findings = screenMetric(element, clock, sharedReject, facts.scrubber);
    needsRewrite ||= findings.needsRewrite || findings.reject !== undefined;
    isTooDeep ||= findings.isTooDeep;
    if (findings.rewrittenTime !== undefined) rewrittenTimes.set(index, findings.rewrittenTime);
    if (findings.reject !== undefined) rejections.push(rejectionOf(element, index, findings.reject));
    else if (findings.dropped !== undefined) dropped.set(index, findings.dropped);
  });
  const onlyRefused = hasRefusedIdsOnly(facts.batch, rejections);
  return { rejections, rewrittenTimes, dropped, needsRewrite, isTooDeep, hasRefusedIdsOnly: onlyRefused };
}

function screenMetric(
  element: unknown,
  clock: BatchClock,
  sharedReject: RejectReason | undefined,
  scrubber: Scrubber,
): Findings {
  const met = walkValue(element, limits.nestingLevels - levelsAboveMembers + 1);
  const findings: Findings = {
    needsRewrite: (met & WalkFlags.nonFinite) !== 0,
    isTooDeep: (met & WalkFlags.tooDeep) !== 0,
  };
  if (!isJsonObject(element)) return { ...findings, reject: 'not_an_object' };
  const { metric_type: type, metric_name: name, value_ms: value, event_id: eventId, attributes, context } = element;
  if (!isText(type, limits.idLength)) return { ...findings, reject: 'metric_type_invalid' };
  if (!isText(name, metricNameLength)) return { ...findings, reject: 'metric_name_invalid' };
  if (typeof value !== 'number' || !(value >= 0) || value === Number.POSITIVE_INFINITY) {
    return { ...findings, reject: 'metric_value_invalid' };
  }
  if (!isAbsent(eventId) && !isText(eventId, limits.eventIdLength)) return { ...findings, reject: 'event_id_invalid' };
  if (!isAbsent(attributes)) {
    const inside = isJsonObject(attributes)
      ? walkProperties(attributes, limits.propertyLevels, scrubber)
      : WalkFlags.tooDeep;
    if ((inside & WalkFlags.tooDeep) !== 0) drop(findings, 'attributes');
    else if ((inside & WalkFlags.secret) !== 0) findings.needsRewrite = true;
  }
  const contextReject = isJsonObject(context) ? screenIds(context) : sharedReject;
  if (contextReject !== undefined) return { ...findings, reject: contextReject };
  if (!isAbsent(context) && !isJsonObject(context)) findings.needsRewrite = true;
  const time = readTimestamp(element.timestamp, clock);
  const isUsable = time.isTime && time.isFuture !== true;
  if (!isUsable) drop(findings, 'timestamp');
  if (isUsable && time.rewritten !== undefined) findings.rewrittenTime = time.rewritten;
  findings.needsRewrite ||= time.rewritten !== undefined || (type === 'network' && templateUrl(name) !== name);
  return findings;
}

function drop(findings: Findings, member: DroppedMember): void {
  findings.dropped = [...(findings.dropped ?? []), member];
  findings.needsRewrite = true;
}

function screenIds(context: unknown): RejectReason | undefined {
  if (!isJsonObject(context)) return undefined;
  const isBad = (id: unknown): boolean => !isAbsent(id) && (typeof id !== 'string' || id.length > limits.idLength);
  if (isBad(context.user_id)) return 'user_id_invalid';
  if (isBad(context.device_id)) return 'device_id_invalid';
  return isBad(context.session_id) ? 'session_id_invalid' : undefined;
}

const hasEventId = (element: unknown): boolean => isJsonObject(element) && !isAbsent(element.event_id);

function isCanonical(sentAt: unknown, clock: BatchClock): boolean {
  const time = readTimestamp(sentAt, clock);
  return time.isTime && time.rewritten === undefined;
}

function rejectionOf(element: unknown, index: number, reason: RejectReason): MetricRejection {
  const members = isJsonObject(element) ? element : {};
  return {
    index,
    metricName: echoedName(members.metric_name),
    reason,
    ...(typeof members.event_id === 'string' ? { eventId: members.event_id } : {}),
  };
}
