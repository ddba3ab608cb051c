import { ApiError, invalidBody, invalidField, invalidFields, limits, SYSTEM_EVENTS } from '@lamppost/protocol';
import { type Soon, whenKnown } from '../../engines/soon.ts';
import type { EventLog } from '../event-log/event-log.ts';
import type { LogRecord } from '../event-log/log-record.ts';
import type { IngestOutcomes } from '../ledger/ingest-outcomes.ts';
import type { LimitState } from '../limits/rate-limiter.ts';
import type { IngestJob } from './ingest-job.ts';
import { readCounted } from './json/read-counted.ts';
import { isNamedMoreOften, type JsonBody, refuseDeepExtras, tooDeep } from './json/read-json.ts';
import { type CheckedBatch, checkBatch, type Quarantined } from './screen/check-batch.ts';
import { countReasons } from './screen/count-reasons.ts';
import type { EventChecks } from './screen/event-checks.ts';
import { rejectReasons } from './screen/reject-reasons.ts';
import {
  type BatchVerdict,
  hasRefusedIdsOnly,
  nameAsSent,
  type Rejection,
  screenBatch,
  type Warning,
} from './screen/screen-batch.ts';
import { cutFacts } from './screen/screen-context.ts';
import type { Scrubber } from './screen/scrubber.ts';
import { asOneLine, type StoredBody, writeBatch } from './write-batch.ts';

export interface IngestOutcome {
  readonly accepted: number;
  readonly rejections: readonly Rejection[];
  readonly warnings: readonly Warning[];
  readonly limits: readonly LimitState[];
}

/** Throws or rejects with INGEST_RATE_LIMITED when the events do not fit. */
export interface EventBudget {
  spendEvents(projectId: string, events: number): Soon<readonly LimitState[]>;
}

export interface BatchIngestDeps {
  readonly log: Pick<EventLog, 'append'>;
  readonly budget: EventBudget;
  readonly scrubber: Scrubber;
  readonly outcomes: IngestOutcomes;
  /** What events should carry. */
  readonly checks?: EventChecks;
  /** An application has shown what a flag says. */
  readonly onExposure?: (environmentId: string, flagKey: string) => void;
  /** Default: what clients may send. */
  readonly maxEvents?: number | undefined;
}

/** Takes a batch from "received" to "safe to forget on the client". */
export class BatchIngest {
  readonly #deps: BatchIngestDeps;

  constructor(deps: BatchIngestDeps) {
    this.#deps = deps;
  }

  async accept(job: IngestJob): Promise<IngestOutcome> {
    const reading = this.#read(job);
    const read = reading instanceof Promise ? await reading : reading;
    const { record, accepted, rejections, warnings, limits: states, exposedFlags } = read;
    await this.#deps.log.append(record);
    this.#deps.outcomes.accepted('events', accepted);
    for (const [reason, count] of countReasons(rejections)) this.#deps.outcomes.rejected('events', reason, count);
    for (const flagKey of exposedFlags) this.#deps.onExposure?.(job.environmentId, flagKey);
    return { accepted, rejections, warnings, limits: states };
  }

  /**
   * All that is needed once the record is on disk. What was parsed is not: held during the sync, it would be moved to the
   * old generation, and collecting that every few seconds would delay acknowledgements.
   */
  #read(job: IngestJob): Soon<ReadBatch> {
    const parsed = readCounted(job, 'events', this.#deps.outcomes, (read) => {
      const structure = structureOf(read, this.#deps.maxEvents ?? limits.batchEvents);
      return { json: read, body: structure, verdict: this.#screen(structure, read, job) };
    });
    if (parsed.verdict.isUnusable) throw this.#unusable(job, parsed.verdict);
    return whenKnown(this.#spend(job, parsed.body.batch.length), (states) => this.#prepare(job, parsed, states));
  }

  #prepare(job: IngestJob, { json, body, verdict }: ParsedBatch, limitStates: readonly LimitState[]): ReadBatch {
    const items = body.batch.length;
    const { warnings, quarantined } = this.#check(job, body, verdict);
    const { body: line, rejected } = this.#toStore(json, body.batch, verdict, quarantined);
    const { projectId, environmentId, receivedAtMs } = job;
    const { rejections } = verdict;
    return {
      record: { kind: 'events', projectId, environmentId, receivedAtMs, items, body: line, rejected },
      accepted: items - rejections.length,
      rejections,
      warnings,
      limits: limitStates,
      exposedFlags: exposedFlagsOf(body.batch),
    };
  }

  #screen(body: BatchStructure, json: JsonBody, job: IngestJob): BatchVerdict {
    // Named one by one: of `...body` with further members V8 makes a hidden class for each batch, in the old generation.
    const { batch, context, sentAt } = body;
    const verdict = screenBatch({
      batch,
      context,
      sentAt,
      receivedAtMs: job.receivedAtMs,
      maxElementBytes: json.maxElementBytes,
      scrubber: this.#deps.scrubber,
    });
    if (verdict.isTooDeep) throw tooDeep();
    return json.hadForeignBytes ? { ...verdict, warnings: [...verdict.warnings, foreignBytesWarning(body)] } : verdict;
  }

  #unusable(job: IngestJob, verdict: BatchVerdict): Error {
    for (const [reason, count] of countReasons(verdict.rejections)) {
      this.#deps.outcomes.invalid(scopeOf(job), 'events', reason, count);
    }
    return unusableBatch(verdict);
  }

  #spend(job: IngestJob, events: number): Soon<readonly LimitState[]> {
    const refuse = (error: unknown): never => {
      if (error instanceof ApiError) this.#deps.outcomes.limited(job, 'events', events);
      throw error;
    };
    try {
      const spending = this.#deps.budget.spendEvents(job.projectId, events);
      return spending instanceof Promise ? spending.catch(refuse) : spending;
    } catch (error) {
      return refuse(error);
    }
  }

  #check(job: IngestJob, { batch }: BatchStructure, { rejections, warnings }: BatchVerdict): CheckedBatch {
    const checks = this.#deps.checks?.of(job.projectId);
    if (checks === undefined) return { warnings, quarantined: [] };
    const checked = checkBatch(batch, rejections, checks);
    return { ...checked, warnings: [...warnings, ...checked.warnings] };
  }

  /** The received bytes where they are clean and all is kept; otherwise the batch written anew. */
  #toStore(
    json: JsonBody,
    batch: readonly unknown[],
    verdict: BatchVerdict,
    quarantined: readonly Quarantined[],
  ): StoredBody {
    const isClean = json.isClean && !isNamedMoreOften(json.text, 'properties', batch.length);
    const isWhole = !verdict.needsRewrite && quarantined.length === 0;
    if (isClean && isWhole) return { body: asOneLine(json.bytes), rejected: [] };
    return writeBatch(json, {
      ...verdict,
      quarantined,
      hasRefusedIdsOnly: hasRefusedIdsOnly(batch, [...verdict.rejections, ...quarantined]),
      freeMember: 'properties',
      scrubber: this.#deps.scrubber,
      editContext: cutFacts,
    });
  }
}

interface ParsedBatch {
  readonly json: JsonBody;
  readonly body: BatchStructure;
  readonly verdict: BatchVerdict;
}

interface ReadBatch extends IngestOutcome {
  readonly record: LogRecord;
  readonly exposedFlags: readonly string[];
}

interface BatchStructure {
  readonly batch: readonly unknown[];
  readonly context: unknown;
  readonly sentAt: unknown;
}

function structureOf({ value }: JsonBody, maxEvents: number): BatchStructure {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidBody('The body must be an object');
  const { batch, context, sent_at: sentAt } = value as { batch?: unknown; context?: unknown; sent_at?: unknown };
  if (!Array.isArray(batch)) throw invalidField('batch', `must be an array of 1 to ${maxEvents} events`);
  if (batch.length === 0) throw invalidField('batch', 'must hold at least 1 event');
  if (batch.length > maxEvents) throw invalidField('batch', `must hold at most ${maxEvents} events`);
  refuseDeepExtras(value as Record<string, unknown>);
  return { batch, context, sentAt };
}

function exposedFlagsOf(batch: readonly unknown[]): readonly string[] {
  const flags: string[] = [];
  for (const element of batch) {
    const { event, properties } = (element ?? {}) as { event?: unknown; properties?: { flag_key?: unknown } | null };
    if (event !== SYSTEM_EVENTS.flagExposure) continue;
    const flagKey = properties?.flag_key;
    if (typeof flagKey === 'string') flags.push(flagKey);
  }
  return flags;
}

function unusableBatch(verdict: BatchVerdict): Error {
  const faults = verdict.rejections.map(({ index, reason }) => [`batch.${index}.event`, [rejectReasons[reason]]]);
  return invalidFields(Object.fromEntries(faults) as Record<string, string[]>);
}

/** Which event held them cannot be reported any more: the first stands for all. */
const foreignBytesWarning = ({ batch }: BatchStructure): Warning => ({
  index: 0,
  event: nameAsSent(batch[0]),
  field: 'body',
  message: 'held bytes that are not UTF-8; they were read as U+FFFD',
});

const scopeOf = ({ projectId, environmentId, receivedAtMs }: IngestJob) => ({ projectId, environmentId, receivedAtMs });
