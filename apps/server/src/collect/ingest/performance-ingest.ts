import { invalidBody, invalidField } from '@lamppost/protocol';
import type { EventLog } from '../event-log/event-log.ts';
import type { IngestOutcomes } from '../ledger/ingest-outcomes.ts';
import type { IngestJob } from './ingest-job.ts';
import { readCounted } from './json/read-counted.ts';
import { isNamedMoreOften, type JsonBody, refuseDeepExtras, tooDeep } from './json/read-json.ts';
import { countReasons } from './screen/count-reasons.ts';
import { type MetricsVerdict, screenMetrics } from './screen/screen-metrics.ts';
import type { Scrubber } from './screen/scrubber.ts';
import { templateUrl } from './screen/template-url.ts';
import { asOneLine, type BatchEdits, type StoredBody, writeBatch } from './write-batch.ts';

/**
 * As many rejected metrics of a body are listed and kept as failed events. Of the rest only the reasons are counted: half
 * a million zeros fit into a body.
 */
const MAX_KEPT_REJECTIONS = 1_000;

export interface PerformanceOutcome {
  readonly accepted: number;
  /** All that were rejected. */
  readonly rejected: number;
  /** The first of them. */
  readonly rejections: MetricsVerdict['rejections'];
}

/** Takes a batch of metrics from "received" to "safe to forget on the client". */
export class PerformanceIngest {
  readonly #log: Pick<EventLog, 'append'>;
  readonly #scrubber: Scrubber;
  readonly #outcomes: IngestOutcomes;

  constructor(parts: {
    readonly log: Pick<EventLog, 'append'>;
    readonly scrubber: Scrubber;
    readonly outcomes: IngestOutcomes;
  }) {
    this.#log = parts.log;
    this.#scrubber = parts.scrubber;
    this.#outcomes = parts.outcomes;
  }

  async accept(job: IngestJob): Promise<PerformanceOutcome> {
    const { json, items, verdict } = readCounted(job, 'metrics', this.#outcomes, (read) => this.#screen(read, job));
    const rejections = verdict.rejections.slice(0, MAX_KEPT_REJECTIONS);
    const notKept = verdict.rejections.slice(MAX_KEPT_REJECTIONS);
    const { body, rejected } = this.#toStore(json, verdict, { rejections, notKept }, items);
    const { projectId, environmentId, receivedAtMs } = job;
    const kept = items - notKept.length;
    await this.#log.append({ kind: 'metrics', projectId, environmentId, receivedAtMs, items: kept, body, rejected });
    const accepted = items - verdict.rejections.length;
    this.#outcomes.accepted('metrics', accepted);
    for (const [reason, count] of countReasons(rejections)) this.#outcomes.rejected('metrics', reason, count);
    for (const [reason, count] of countReasons(notKept))
      this.#outcomes.invalid({ projectId, environmentId }, 'metrics', reason, count);
    return { accepted, rejected: verdict.rejections.length, rejections };
  }

  #screen(json: JsonBody, { receivedAtMs }: IngestJob) {
    const body = structureOf(json);
    // Named one by one, as in BatchIngest.
    const { batch, context, sentAt } = body;
    const verdict = screenMetrics({ batch, context, sentAt, receivedAtMs, scrubber: this.#scrubber });
    if (verdict.isTooDeep) throw tooDeep();
    return { json, items: body.batch.length, verdict };
  }

  #toStore(
    json: JsonBody,
    verdict: MetricsVerdict,
    rejected: Pick<BatchEdits, 'rejections' | 'notKept'>,
    metrics: number,
  ): StoredBody {
    const isClean = json.isClean && !isNamedMoreOften(json.text, 'attributes', metrics);
    if (isClean && !verdict.needsRewrite) return { body: asOneLine(json.bytes), rejected: [] };
    return writeBatch(json, {
      ...verdict,
      ...rejected,
      freeMember: 'attributes',
      scrubber: this.#scrubber,
      editContext: () => undefined,
      editElement: (metric, index) => {
        const dropped = verdict.dropped.get(index);
        for (const member of dropped ?? []) delete metric[member];
        // The answer has no place for warnings, so the metric itself says what it lost.
        if (dropped !== undefined) metric.attributes = { ...(metric.attributes ?? {}), $dropped: dropped };
        if (metric.metric_type === 'network' && typeof metric.metric_name === 'string') {
          metric.metric_name = templateUrl(metric.metric_name);
        }
      },
    });
  }
}

function structureOf({ value }: JsonBody) {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidBody('The body must be an object');
  const { batch, context, sent_at: sentAt } = value as { batch?: unknown; context?: unknown; sent_at?: unknown };
  if (!Array.isArray(batch) || batch.length === 0) throw invalidField('batch', 'must be an array of at least 1 metric');
  refuseDeepExtras(value as Record<string, unknown>);
  return { batch: batch as readonly unknown[], context, sentAt };
}
