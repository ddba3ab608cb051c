import { MINUTE_MS, type WebhookEvent } from '@lamppost/protocol';
import type { Scope } from '../../edge/scope.ts';
import { IntervalTask } from '../../telemetry/interval-task.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { WebhookStore } from './webhook-store.ts';

const LOOK_EVERY_MS = MINUTE_MS;

/** Looks for something in the data of an environment, and tells of it. */
type Search = (scope: Scope, nowMs: number) => Promise<void>;

export interface NoticeWatchDeps {
  readonly webhooks: Pick<WebhookStore, 'listening'>;
  readonly searches: Readonly<Partial<Record<WebhookEvent, Search>>>;
  readonly environmentsOf: (projectId: string) => readonly { readonly id: string }[];
  /** Another number: something was stored since. */
  readonly dataRevision: () => number;
  readonly isHere: () => boolean;
  readonly logger: Logger;
  readonly clock?: () => number;
}

/** Looks once a minute for what only the data shows, where somebody wants to be told of it. */
export class NoticeWatch {
  readonly #deps: NoticeWatchDeps;
  #seenRevision = -1;
  #looking: IntervalTask | undefined;

  constructor(deps: NoticeWatchDeps) {
    this.#deps = deps;
  }

  start(): void {
    const { logger } = this.#deps;
    this.#looking = new IntervalTask(
      LOOK_EVERY_MS,
      () => this.look(),
      (error) => logger.warn({ err: error }, 'Could not read pending notifications; retrying'),
    );
  }

  async stop(): Promise<void> {
    await this.#looking?.stop();
  }

  async look(): Promise<void> {
    const { isHere, dataRevision, searches, clock = Date.now } = this.#deps;
    const revision = dataRevision();
    if (!isHere() || revision === this.#seenRevision) return;
    for (const [type, search] of Object.entries(searches)) {
      for (const scope of await this.#scopesOf(type as WebhookEvent)) await search(scope, clock());
    }
    this.#seenRevision = revision;
  }

  async #scopesOf(type: WebhookEvent): Promise<Scope[]> {
    const { webhooks, environmentsOf } = this.#deps;
    const scopes = new Map<string, Scope>();
    for (const { projectId, environmentId } of await webhooks.listening(type)) {
      const ids = environmentId === null ? environmentsOf(projectId).map(({ id }) => id) : [environmentId];
      for (const id of ids) scopes.set(id, { projectId, environmentId: id });
    }
    return [...scopes.values()];
  }
}
