import { DAY_MS, HOUR_MS } from '@lamppost/protocol';
import { writePayload } from '../../control/notices/write-payload.ts';
import { failPoint } from '../../telemetry/fail-points.ts';
import { IntervalTask } from '../../telemetry/interval-task.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Digest, DigestRun, DigestStore, MadeDigest } from './digest-store.ts';
import type { MakeDigest } from './make-digest.ts';

export interface DigestRunnerDeps {
  readonly digests: Pick<DigestStore, 'due' | 'claim' | 'pendingRuns' | 'complete' | 'failAttempt' | 'sweep'>;
  readonly make: MakeDigest;
  /** Whether pictures are linked, and so have to outlive the delivery. */
  readonly hasLinks: boolean;
  /** Whether this process is the one that does it. */
  readonly isHere: () => boolean;
  readonly logger: Logger;
  readonly clock?: () => number;
}

const LOOK_EVERY_MS = 1_000;
const MAX_ROUNDS = 100;
const LINKED_MS = 30 * DAY_MS;
/** Longer than deliveries are tried for. */
const ATTACHED_MS = 2 * DAY_MS;

/**
 * Makes digests when they are due, one after the other. The store claims each period once and completes it together with
 * its deliveries, so a process may end between any two lines of this: what is pending is made again by whoever is next.
 */
export class DigestRunner {
  readonly #deps: DigestRunnerDeps;
  readonly #clock: () => number;
  readonly #stopping = new AbortController();
  #looking: IntervalTask | undefined;
  #sweeping: IntervalTask | undefined;

  constructor(deps: DigestRunnerDeps) {
    this.#deps = deps;
    this.#clock = deps.clock ?? Date.now;
  }

  start(): void {
    const { logger, isHere, digests } = this.#deps;
    this.#looking = new IntervalTask(
      LOOK_EVERY_MS,
      () => this.look(),
      (error) => logger.warn({ err: error }, 'Could not look for digests that are due; retrying'),
    );
    this.#sweeping = new IntervalTask(
      HOUR_MS,
      async () => (isHere() ? await digests.sweep(this.#clock()) : undefined),
      (error) => logger.warn({ err: error }, 'Could not remove old pictures of digests; retrying'),
    );
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#looking?.stop();
    await this.#sweeping?.stop();
  }

  /** One round: claims what is due, and makes what is pending. */
  async look(): Promise<void> {
    const { digests, isHere } = this.#deps;
    if (!isHere()) return;
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const due = await digests.due(this.#clock());
      for (const { id, nextAtMs } of due) {
        if (nextAtMs !== null) await digests.claim(id, nextAtMs, this.#clock());
      }
      if (due.length === 0) break;
    }
    for (const { run, digest } of await digests.pendingRuns(this.#clock())) {
      if (this.#stopping.signal.aborted || !isHere()) return;
      await this.#make(run, digest);
    }
  }

  async #make(run: DigestRun, digest: Digest): Promise<void> {
    const { digests, make, logger } = this.#deps;
    const { signal } = this.#stopping;
    try {
      const made = await make({ ...digest, period: run }, signal);
      if (made === undefined) {
        const failure = { reason: 'The dashboard or the environment was deleted', isFinal: true };
        return await digests.failAttempt(run.id, failure, this.#clock());
      }
      failPoint('digest.made');
      await digests.complete(run.id, this.#messageOf(run, made), this.#clock());
      failPoint('digest.queued');
    } catch (error) {
      if (signal.aborted) return;
      logger.warn({ err: error, digest: digest.id }, 'Could not make a digest; retrying');
      await digests.failAttempt(run.id, { reason: (error as Error).message }, this.#clock());
    }
  }

  #messageOf(run: DigestRun, made: NonNullable<Awaited<ReturnType<MakeDigest>>>): MadeDigest {
    const { message, project, environment, pictures } = made;
    const nowMs = this.#clock();
    return {
      // The same for every attempt, so that a receiver can tell a repeated one.
      messageId: `msg_${run.id.replaceAll('-', '')}`,
      payload: writePayload({
        type: 'digest.sent',
        timestamp: new Date(nowMs).toISOString(),
        project,
        environment,
        data: { ...message },
      }),
      pictures: pictures.map(({ id, tokenHash, png }) => ({
        id,
        tokenHash,
        png: Buffer.from(png).toString('base64'),
      })),
      picturesExpireAtMs: nowMs + (this.#deps.hasLinks ? LINKED_MS : ATTACHED_MS),
    };
  }
}
