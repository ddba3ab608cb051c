import { ApiError, limits } from '@lamppost/protocol';
import type { EventLog } from '../event-log/event-log.ts';
import type { IngestKind, IngestOutcomes } from '../ledger/ingest-outcomes.ts';
import type { LimitState } from '../limits/rate-limiter.ts';
import type { BatchIngest, EventBudget, IngestOutcome } from './batch-ingest.ts';
import type { CrashIngest, KeptReport } from './crash-ingest.ts';
import type { IngestJob } from './ingest-job.ts';
import { surveyJson } from './json/survey-json.ts';
import type { PerformanceIngest, PerformanceOutcome } from './performance-ingest.ts';
import { type OutcomeCount, type PreparedIngest, Refused } from './prepare-ingest.ts';

/**
 * Reads bodies where they hold nobody up.
 *
 * Every adapter keeps these promises:
 * - it answers as prepareIngest would, and rejects with Refused for what that refuses;
 * - it rejects with an ApiError of 503 when it cannot do it now, and never keeps the caller waiting for ever.
 */
export interface IngestThread {
  prepare(kind: IngestKind, job: IngestJob): Promise<PreparedIngest>;
}

export interface HeavyIngestDeps {
  readonly thread: IngestThread;
  readonly log: Pick<EventLog, 'append'>;
  readonly budget: EventBudget;
  readonly outcomes: IngestOutcomes;
  readonly onExposure: (environmentId: string, flagKey: string) => void;
  readonly onKept: (report: KeptReport) => void;
}

/** Larger ones take long to read whatever is in them: a single text of 4 MiB is searched for secrets. */
const MAX_LIGHT_BYTES = limits.ingestBodyBytes;

/** The job with what its bytes say; undefined for one that would hold up everybody. */
function surveyedIfLight(job: IngestJob): IngestJob | undefined {
  if (job.bodyBytes.length > MAX_LIGHT_BYTES) return undefined;
  const survey = surveyJson(job.bodyBytes);
  if (survey.isHeavy) return undefined;
  const { projectId, environmentId, receivedAtMs, bodyBytes } = job;
  return { projectId, environmentId, receivedAtMs, bodyBytes, survey };
}

/**
 * Bodies with very many names or values take hundreds of milliseconds to read, in which nobody else would be answered.
 * They are read in a thread; what cannot be taken back is done here, in the same order as for any other body.
 */
export class HeavyIngest {
  readonly #deps: HeavyIngestDeps;

  constructor(deps: HeavyIngestDeps) {
    this.#deps = deps;
  }

  events(light: BatchIngest): Pick<BatchIngest, 'accept'> {
    return {
      accept: (job) => {
        const surveyed = surveyedIfLight(job);
        return surveyed === undefined ? this.#acceptEvents(job) : light.accept(surveyed);
      },
    };
  }

  /** All of them in the thread, however light. */
  everyBatch(): Pick<BatchIngest, 'accept'> {
    return { accept: (job) => this.#acceptEvents(job) };
  }

  metrics(light: PerformanceIngest): Pick<PerformanceIngest, 'accept'> {
    return { accept: (job) => this.#accept<PerformanceOutcome>('metrics', light, job) };
  }

  crashes(light: CrashIngest): Pick<CrashIngest, 'accept'> {
    return { accept: (job) => this.#accept<{ readonly crashId: string }>('crashes', light, job) };
  }

  async #acceptEvents(job: IngestJob): Promise<IngestOutcome> {
    const prepared = await this.#prepare('events', job);
    const limits = await this.#spend(job, prepared.record.items ?? 0);
    await this.#keep(job, prepared);
    return { ...(prepared.outcome as Omit<IngestOutcome, 'limits'>), limits };
  }

  async #accept<Outcome>(
    kind: IngestKind,
    light: { accept(job: IngestJob): Promise<Outcome> },
    job: IngestJob,
  ): Promise<Outcome> {
    const surveyed = surveyedIfLight(job);
    if (surveyed !== undefined) return await light.accept(surveyed);
    const prepared = await this.#prepare(kind, job);
    await this.#keep(job, prepared);
    return prepared.outcome as Outcome;
  }

  async #prepare(kind: IngestKind, job: IngestJob): Promise<PreparedIngest> {
    try {
      return await this.#deps.thread.prepare(kind, job);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.#count(error.counts);
      throw error.cause;
    }
  }

  async #spend(job: IngestJob, events: number): Promise<readonly LimitState[]> {
    const { budget, outcomes } = this.#deps;
    try {
      return await budget.spendEvents(job.projectId, events);
    } catch (error) {
      if (error instanceof ApiError) outcomes.limited(job, 'events', events);
      throw error;
    }
  }

  async #keep(
    { environmentId }: IngestJob,
    { record, counts, exposedFlags, keptReport }: PreparedIngest,
  ): Promise<void> {
    const { log, onExposure, onKept } = this.#deps;
    await log.append(record);
    this.#count(counts);
    for (const flagKey of exposedFlags) onExposure(environmentId, flagKey);
    if (keptReport !== undefined) onKept(keptReport);
  }

  #count(counts: readonly OutcomeCount[]): void {
    const { outcomes } = this.#deps;
    for (const [name, ...args] of counts) (outcomes[name] as (...args: readonly unknown[]) => void)(...args);
  }
}
