import { createHash, randomUUID } from 'node:crypto';
import { invalidBody, invalidField, isJsonObject, type JsonObject, limits } from '@lamppost/protocol';
import type { EventLog } from '../event-log/event-log.ts';
import type { IngestOutcomes } from '../ledger/ingest-outcomes.ts';
import type { IngestJob } from './ingest-job.ts';
import { parseLossless, restoreIntegers, writeLossless } from './json/lossless-json.ts';
import { readCounted } from './json/read-counted.ts';
import { isNamedMoreOften, type JsonBody, tooDeep } from './json/read-json.ts';
import { WalkFlags, walkProperties, walkValue } from './json/walk-value.ts';
import { type BatchClock, batchClock, readTimestamp } from './screen/batch-clock.ts';
import { parseIsoTime } from './screen/iso-time.ts';
import type { Scrubber } from './screen/scrubber.ts';
import { asOneLine } from './write-batch.ts';

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** A report that is on disk. */
export interface KeptReport {
  readonly projectId: string;
  readonly environmentId: string;
  readonly crashId: string;
  readonly happenedAtMs: number;
  readonly receivedAtMs: number;
  /** As JSON. */
  readonly report: Buffer;
}

export interface CrashIngestDeps {
  readonly log: Pick<EventLog, 'append'>;
  readonly scrubber: Scrubber;
  readonly outcomes: IngestOutcomes;
  readonly onKept?: (report: KeptReport) => void;
}

/** Takes a crash report from "received" to "safe to forget on the device". Lenient: what fails here is lost for good. */
export class CrashIngest {
  readonly #log: Pick<EventLog, 'append'>;
  readonly #scrubber: Scrubber;
  readonly #outcomes: IngestOutcomes;
  readonly #onKept: (report: KeptReport) => void;

  constructor(deps: CrashIngestDeps) {
    this.#log = deps.log;
    this.#scrubber = deps.scrubber;
    this.#outcomes = deps.outcomes;
    this.#onKept = deps.onKept ?? (() => undefined);
  }

  async accept(job: IngestJob): Promise<{ readonly crashId: string }> {
    const { json, report, met } = readCounted(job, 'crashes', this.#outcomes, screen);
    const isRepeatable = hasIdentity(report);
    const crashId = isRepeatable ? crashIdOf(job, json) : randomUUID();
    const head = `{"crash_id":"${crashId}","is_repeatable_id":${isRepeatable},`;
    const { projectId, environmentId, receivedAtMs } = job;
    const body = Buffer.concat([Buffer.from(head), this.#reportBytes(json, report, met, job)]);
    await this.#log.append({ kind: 'crash', projectId, environmentId, receivedAtMs, body });
    this.#outcomes.accepted('crashes', 1);
    const happenedAtMs = happenedAt(report.timestamp, receivedAtMs);
    this.#onKept({ projectId, environmentId, crashId, happenedAtMs, receivedAtMs, report: body });
    return { crashId };
  }

  /** The report's bytes after its opening brace, so that the server's own members can stand first. */
  #reportBytes(json: JsonBody, report: JsonObject, met: number, { receivedAtMs }: IngestJob): Buffer {
    const clock = batchClock(receivedAtMs, undefined, true);
    const hasSecret =
      (walkProperties(report.custom_data, limits.nestingLevels, this.#scrubber) & WalkFlags.secret) !== 0;
    const time = storedTime(report.timestamp, clock);
    const isClean = json.isClean && !isNamedMoreOften(json.text, 'custom_data', 1);
    const needsRewrite = !isClean || met !== 0 || hasSecret || time !== report.timestamp;
    const line = needsRewrite ? this.#rewritten(json, time) : asOneLine(json.bytes);
    return line.subarray(line.indexOf(0x7b) + 1);
  }

  #rewritten(json: JsonBody, time: string | undefined): Buffer {
    const report = parseLossless(json.text) as JsonObject;
    report.timestamp = time ?? null;
    if (isJsonObject(report.custom_data)) report.custom_data = this.#scrubber.scrub(report.custom_data);
    return Buffer.from(writeLossless(report));
  }
}

function screen(json: JsonBody) {
  const report = reportOf(json);
  const met = walkValue(report, limits.nestingLevels);
  if ((met & WalkFlags.tooDeep) !== 0) throw tooDeep();
  return { json, report, met };
}

function reportOf({ value }: JsonBody): JsonObject {
  if (!isJsonObject(value)) throw invalidBody('The body must be a crash report');
  if (!isText(value.platform)) throw invalidField('platform', 'is required and must be a string');
  const { exception_type: type, stack_trace: stack } = value;
  if (type !== undefined && type !== null && typeof type !== 'string')
    throw invalidField('exception_type', 'must be a string');
  if (!isText(type) && !isText(stack) && !isJsonObject(stack)) {
    throw invalidField('exception_type', 'is required when there is no stack_trace');
  }
  return value;
}

/** Undefined: there is none, or not a time, or one from the future; receipt is used. */
function storedTime(timestamp: unknown, clock: BatchClock): string | undefined {
  if (typeof timestamp !== 'string') return undefined;
  const time = readTimestamp(timestamp, clock);
  if (!time.isTime || time.isFuture === true) return undefined;
  return time.rewritten ?? timestamp;
}

/** As the store will have it. */
function happenedAt(timestamp: unknown, receivedAtMs: number): number {
  const time = storedTime(timestamp, batchClock(receivedAtMs, undefined, true));
  return (time === undefined ? undefined : parseIsoTime(time)) ?? receivedAtMs;
}

const hasIdentity = (report: JsonObject): boolean =>
  isText(report.event_id) || (isText(report.timestamp) && (isText(report.device_id) || isText(report.session_id)));

/** The same report of the same environment has the same id, whatever the order of its keys; integers count to the digit. */
function crashIdOf({ projectId, environmentId }: IngestJob, { text }: JsonBody): string {
  const report = restoreIntegers(sortedJson(parseLossless(text)));
  const hex = createHash('sha256').update(`${projectId}\n${environmentId}\n`).update(report).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function sortedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedJson).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value) ?? 'null';
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${sortedJson(value[key])}`);
  return `{${members.join(',')}}`;
}
