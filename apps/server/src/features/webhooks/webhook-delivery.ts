import { MINUTE_MS } from '@lamppost/protocol';
import { failPoint } from '../../telemetry/fail-points.ts';
import { IntervalTask } from '../../telemetry/interval-task.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { MessageSender } from './sending/message-sender.ts';
import type { Delivery, Endpoint, WebhookStore } from './webhook-store.ts';

const LOOK_EVERY_MS = 1_000;
const SWEEP_EVERY_MS = 10 * MINUTE_MS;
const MAX_AT_ONCE = 16;
/** So that the slow endpoints of one project leave room for others. */
const MAX_OF_PROJECT = 4;
const LOOK_AHEAD = 100;

export interface WebhookDeliveryDeps {
  readonly webhooks: Pick<WebhookStore, 'due' | 'settle' | 'sweep'>;
  readonly sender: Pick<MessageSender, 'send'>;
  /** Whether this process is the one that does it. */
  readonly isHere: () => boolean;
  readonly logger: Logger;
  readonly clock?: () => number;
  /** From 0 to 1. */
  readonly random?: () => number;
  readonly onAttempt?: (isDelivered: boolean) => void;
}

/** Sends what is due: one delivery of an endpoint at a time, several endpoints beside each other. */
export class WebhookDelivery {
  readonly #deps: WebhookDeliveryDeps;
  readonly #clock: () => number;
  /** By endpoint. */
  readonly #sending = new Map<string, { readonly projectId: string; readonly sent: Promise<void> }>();
  readonly #stopping = new AbortController();
  /** Something was sent since the queue was read. */
  #isMoved = false;
  #looking: IntervalTask | undefined;
  #sweeping: IntervalTask | undefined;

  constructor(deps: WebhookDeliveryDeps) {
    this.#deps = deps;
    this.#clock = deps.clock ?? Date.now;
  }

  start(): void {
    const { logger, isHere, webhooks } = this.#deps;
    this.#looking = new IntervalTask(
      LOOK_EVERY_MS,
      () => this.look(),
      (error) => logger.warn({ err: error }, 'Could not read the webhooks to deliver; retrying'),
    );
    this.#sweeping = new IntervalTask(
      SWEEP_EVERY_MS,
      async () => (isHere() ? await webhooks.sweep(this.#clock()) : undefined),
      (error) => logger.warn({ err: error }, 'Could not delete old webhook deliveries; retrying'),
    );
  }

  /** What is being sent is given up, and sent again by whoever is next: a delivery may come twice, and is never lost. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#looking?.stop();
    await this.#sweeping?.stop();
    await this.settled();
  }

  /** Begins to send what is due. */
  async look(): Promise<void> {
    if (!this.#deps.isHere() || this.#stopping.signal.aborted) return;
    do {
      this.#isMoved = false;
      await this.#round();
    } while (this.#isMoved && !this.#stopping.signal.aborted);
  }

  async #round(): Promise<void> {
    // What is settled while the queue is read may still be in what was read.
    const busy = new Set(this.#sending.keys());
    const due = await this.#deps.webhooks.due(this.#clock(), LOOK_AHEAD);
    for (const { endpoint, delivery } of due) {
      if (this.#sending.size >= MAX_AT_ONCE) return;
      if (busy.has(endpoint.id) || this.#countOf(endpoint.projectId) >= MAX_OF_PROJECT) continue;
      const sent = this.#send(endpoint, delivery).finally(() => {
        this.#sending.delete(endpoint.id);
        this.#lookAgain();
      });
      this.#sending.set(endpoint.id, { projectId: endpoint.projectId, sent });
    }
  }

  /** Resolves when nothing is being sent. */
  async settled(): Promise<void> {
    while (this.#sending.size > 0) await Promise.all([...this.#sending.values()].map(({ sent }) => sent));
  }

  #countOf(projectId: string): number {
    return [...this.#sending.values()].filter((one) => one.projectId === projectId).length;
  }

  async #send(endpoint: Endpoint, delivery: Delivery): Promise<void> {
    const { sender, webhooks, logger, onAttempt, random = Math.random } = this.#deps;
    const about = { webhook: endpoint.id, delivery: delivery.id };
    try {
      const outcome = await sender.send(endpoint, delivery, this.#stopping.signal);
      failPoint('webhooks.sent');
      const status = await webhooks.settle(delivery.id, outcome, random());
      onAttempt?.(outcome.isDelivered);
      if (status === 'paused') logger.warn(about, 'Webhook paused after 24 hours of failures');
    } catch (error) {
      if (!this.#stopping.signal.aborted)
        logger.warn({ err: error, ...about }, 'Could not deliver a webhook; retrying');
    }
  }

  /** The next of a queue need not wait for the next round. */
  #lookAgain(): void {
    this.#isMoved = true;
    if (!this.#stopping.signal.aborted) void this.#looking?.now();
  }
}
