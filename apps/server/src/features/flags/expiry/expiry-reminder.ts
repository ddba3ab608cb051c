import { MINUTE_MS } from '@lamppost/protocol';
import { IntervalTask } from '../../../telemetry/interval-task.ts';
import type { Logger } from '../../../telemetry/logger.ts';
import type { ExpiryStore } from './expiry-store.ts';

export interface ExpiryReminderDeps {
  readonly expiries: ExpiryStore;
  /** Whether this process is the one that reminds. */
  readonly isHere?: () => boolean;
  readonly now?: () => number;
  readonly logger: Logger;
}

/** Reminds of flags whose expiry has passed: once each, in the change log and by webhooks. */
export class ExpiryReminder {
  readonly #deps: ExpiryReminderDeps;
  #rounds: IntervalTask | undefined;

  constructor(deps: ExpiryReminderDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#rounds = new IntervalTask(
      MINUTE_MS,
      () => this.look(),
      (error) => this.#deps.logger.warn({ err: error }, 'Could not look for expired flags; retrying'),
    );
  }

  async stop(): Promise<void> {
    await this.#rounds?.stop();
  }

  async look(): Promise<void> {
    const { expiries, isHere, now = Date.now, logger } = this.#deps;
    if (isHere?.() === false) return;
    for (const flag of await expiries.expired(now())) {
      if (await expiries.remind(flag)) logger.info({ flag: flag.key }, `Flag expired on ${flag.expiresOn}`);
    }
  }
}
