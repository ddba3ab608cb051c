import type { SentWebhookEvent, WebhookEvent } from '@lamppost/protocol';
import type { Actor } from '../../control/actor.ts';
import type { Page, PageRequest } from '../../control/page.ts';

export type EndpointKind = 'webhook' | 'slack' | 'discord' | 'teams' | 'email';
/** `paused`: by us, because nothing but failures came back for a day. `disabled`: by a member. */
export type EndpointStatus = 'active' | 'paused' | 'disabled';
export type DeliveryState = 'pending' | 'delivered' | 'failed';

export interface Endpoint {
  readonly id: string;
  readonly projectId: string;
  /** Null: all. */
  readonly environmentId: string | null;
  readonly kind: EndpointKind;
  readonly name: string;
  /** A URL; of `email` the addresses, separated by commas. */
  readonly target: string;
  /** Empty: all. */
  readonly eventTypes: readonly WebhookEvent[];
  readonly secret: string;
  readonly oldSecret: string | null;
  readonly oldSecretUntilMs: number | null;
  readonly status: EndpointStatus;
  /** The oldest pending delivery is not tried before. */
  readonly retryAtMs: number;
  readonly failingSinceMs: number | null;
  /** Deliveries since the last success. */
  readonly givenUp: number;
  /** Deliveries that did not fit into the queue. */
  readonly dropped: number;
  readonly lastError: string | null;
  readonly lastDeliveredAtMs: number | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

export interface ListedEndpoint extends Endpoint {
  readonly pending: number;
}

export interface NewEndpoint {
  readonly projectId: string;
  readonly environmentId: string | null;
  readonly kind: EndpointKind;
  readonly name: string;
  readonly target: string;
  readonly eventTypes: readonly WebhookEvent[];
  readonly secret: string;
}

/** Absent: kept. */
export interface EndpointPatch {
  readonly environmentId?: string | null;
  readonly name?: string;
  readonly target?: string;
  readonly eventTypes?: readonly WebhookEvent[];
  readonly isEnabled?: boolean;
}

export interface Delivery {
  readonly id: string;
  readonly endpointId: string;
  readonly messageId: string;
  readonly type: SentWebhookEvent;
  readonly payload: string;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly createdAtMs: number;
  /** Of the last attempt, like what follows. */
  readonly attemptedAtMs: number | null;
  readonly durationMs: number | null;
  readonly responseStatus: number | null;
  readonly responseBody: string | null;
  readonly error: string | null;
}

/** What came of one attempt. */
export interface AttemptOutcome {
  readonly isDelivered: boolean;
  readonly atMs: number;
  readonly durationMs: number;
  readonly responseStatus: number | null;
  readonly responseBody: string | null;
  readonly error: string | null;
}

export interface WebhookBacklog {
  readonly pending: number;
  readonly oldestPendingAtMs: number | null;
  readonly paused: number;
}

/**
 * Endpoints that are told of events, and the queue and log of deliveries to each.
 *
 * Promises:
 * - a project has 20 endpoints at most (WrongState 'TOO_MANY_WEBHOOKS');
 * - no secret and no more of a URL than its host gets into the change log;
 * - `due` answers the oldest pending delivery of each active endpoint, and no other, once its time has come;
 * - an outcome counts once: that of a delivery which is not pending any more changes nothing;
 * - what the project does not have: undefined or false, and nothing changes.
 */
export interface WebhookStore {
  create(endpoint: NewEndpoint, actor: Actor): Promise<Endpoint>;
  list(projectId: string, page: PageRequest): Promise<Page<ListedEndpoint>>;
  find(projectId: string, id: string): Promise<ListedEndpoint | undefined>;
  update(projectId: string, id: string, patch: EndpointPatch, actor: Actor): Promise<ListedEndpoint | undefined>;
  remove(projectId: string, id: string, actor: Actor): Promise<boolean>;
  /** The old secret signs as well until `untilMs`. */
  rotate(
    projectId: string,
    id: string,
    next: { readonly secret: string; readonly untilMs: number },
    actor: Actor,
  ): Promise<ListedEndpoint | undefined>;
  deliveries(
    projectId: string,
    endpointId: string,
    filter: { readonly state?: DeliveryState },
    page: PageRequest,
  ): Promise<Page<Delivery> | undefined>;
  delivery(projectId: string, endpointId: string, id: string): Promise<Delivery | undefined>;
  /** Queues the same message again, with its id. WrongState 'DELIVERY_PENDING', 'WEBHOOK_NOT_ACTIVE'. */
  resend(projectId: string, endpointId: string, id: string, atMs: number): Promise<Delivery | undefined>;
  /** Logs a message that was sent outside of the queue; undefined when its endpoint was removed meanwhile. */
  recordTest(
    projectId: string,
    endpointId: string,
    message: Pick<Delivery, 'messageId' | 'payload'>,
    outcome: AttemptOutcome,
  ): Promise<Delivery | undefined>;
  due(nowMs: number, limit: number): Promise<readonly { readonly endpoint: Endpoint; readonly delivery: Delivery }[]>;
  /** `jitter` is from 0 to 1. */
  settle(deliveryId: string, outcome: AttemptOutcome, jitter: number): Promise<EndpointStatus | undefined>;
  /** Removes what is old from the log, and gives up what endpoints that are not active have not got for a day. */
  sweep(nowMs: number): Promise<void>;
  backlog(): Promise<WebhookBacklog>;
  /** Environments of which somebody wants to be told of the type; null: all of the project. */
  listening(
    type: WebhookEvent,
  ): Promise<readonly { readonly projectId: string; readonly environmentId: string | null }[]>;
}
