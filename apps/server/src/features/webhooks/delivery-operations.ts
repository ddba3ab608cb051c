import { DAY_MS } from '@lamppost/protocol';
import type { Actor } from '../../control/actor.ts';
import { WrongState } from '../../control/control-errors.ts';
import { enqueueDelivery } from '../../control/notices/enqueue-delivery.ts';
import { reading, writing } from '../../control/operation.ts';
import type { Page, PageRequest } from '../../control/page.ts';
import { cursorOf, pageOf } from '../../control/page-of.ts';
import { nextMoment } from '../../control/record-change.ts';
import type { Db } from '../../control/sql/db.ts';
import { storeText } from '../../engines/sqlite/stored-text.ts';
import { afterAttempt, GIVE_UP_AFTER_MS } from './after-attempt.ts';
import {
  BACKLOG,
  DELETE_ABOVE_LIMIT,
  DELETE_OLD,
  DELETE_OLD_MARKS,
  DUE_ENDPOINTS,
  ENDPOINT_OF_DELIVERY,
  EXPIRE_PENDING,
  FIND_DELIVERY,
  LIST_DELIVERIES,
  OTHER_PENDING,
  SETTLE_DELIVERY,
} from './delivery-statements.ts';
import { FIND_ENDPOINT, FORGET_OLD_SECRETS, SETTLE_ENDPOINT } from './endpoint-statements.ts';
import { recordEndpoint } from './record-endpoint.ts';
import type {
  AttemptOutcome,
  Delivery,
  DeliveryState,
  Endpoint,
  EndpointStatus,
  WebhookBacklog,
} from './webhook-store.ts';

const KEPT_MS = 30 * DAY_MS;
/** Of each endpoint. */
const KEPT_DELIVERIES = 1_000;

const scheduler: Actor = { kind: 'scheduler', id: 'webhooks', name: 'Webhook delivery' };

const tooManyPending = () => new WrongState('TOO_MANY_PENDING', 'Too many deliveries of this webhook are pending.');

export const deliveryOperations = {
  deliveries: reading(
    async (
      db,
      projectId: string,
      endpointId: string,
      { state }: { readonly state?: DeliveryState },
      page: PageRequest,
    ): Promise<Page<Delivery> | undefined> => {
      if ((await db.one(FIND_ENDPOINT, { projectId, id: endpointId })) === undefined) return undefined;
      const asked = { endpointId, state: state ?? ('' as const), cursor: cursorOf(page), limit: page.limit + 1 };
      return pageOf(await db.all(LIST_DELIVERIES, asked), page);
    },
  ),
  delivery: reading(
    async (db, projectId: string, endpointId: string, id: string) =>
      (await found(db, projectId, endpointId, id))?.delivery,
  ),
  resend: writing(async (db, projectId: string, endpointId: string, id: string, atMs: number) => {
    const known = await found(db, projectId, endpointId, id);
    if (known === undefined) return undefined;
    const { endpoint, delivery } = known;
    if (delivery.state === 'pending') throw new WrongState('DELIVERY_PENDING', 'The delivery is still pending.');
    if (endpoint.status !== 'active')
      throw new WrongState('WEBHOOK_NOT_ACTIVE', 'The webhook is not active: enable it first.');
    const queued = await enqueueDelivery(db, { ...delivery, atMs });
    if (queued === undefined) throw tooManyPending();
    return await db.one(FIND_DELIVERY, { id: queued });
  }),
  recordTest: writing(
    async (
      db,
      projectId: string,
      endpointId: string,
      message: Pick<Delivery, 'messageId' | 'payload'>,
      outcome: AttemptOutcome,
    ): Promise<Delivery | undefined> => {
      if ((await db.one(FIND_ENDPOINT, { projectId, id: endpointId })) === undefined) return undefined;
      const id = await enqueueDelivery(db, { ...message, endpointId, type: 'webhook.test', atMs: outcome.atMs });
      if (id === undefined) throw tooManyPending();
      await settleDelivery(db, id, outcome.isDelivered ? 'delivered' : 'failed', outcome);
      return await db.one(FIND_DELIVERY, { id });
    },
  ),
  due: reading(
    async (
      db,
      nowMs: number,
      limit: number,
    ): Promise<readonly { readonly endpoint: Endpoint; readonly delivery: Delivery }[]> => {
      const due: { endpoint: Endpoint; delivery: Delivery }[] = [];
      for (const { deliveryId, ...endpoint } of await db.all(DUE_ENDPOINTS, { nowMs, limit })) {
        const delivery = await db.one(FIND_DELIVERY, { id: deliveryId });
        if (delivery !== undefined) due.push({ endpoint, delivery });
      }
      return due;
    },
  ),
  settle: writing(settle),
  sweep: writing(async (db, nowMs: number): Promise<void> => {
    await db.run(EXPIRE_PENDING, {
      beforeMs: nowMs - GIVE_UP_AFTER_MS,
      error: 'The webhook was not active for 24 hours',
    });
    await db.run(DELETE_OLD, { beforeMs: nowMs - KEPT_MS });
    await db.run(DELETE_ABOVE_LIMIT, { kept: KEPT_DELIVERIES });
    await db.run(FORGET_OLD_SECRETS, { nowMs });
    await db.run(DELETE_OLD_MARKS, { beforeMs: nowMs - KEPT_MS });
  }),
  backlog: reading(async (db): Promise<WebhookBacklog> => {
    return (await db.one(BACKLOG, {})) ?? { pending: 0, oldestPendingAtMs: null, paused: 0 };
  }),
};

async function settle(
  db: Db,
  id: string,
  outcome: AttemptOutcome,
  jitter: number,
): Promise<EndpointStatus | undefined> {
  const [delivery, endpoint] = [await db.one(FIND_DELIVERY, { id }), await db.one(ENDPOINT_OF_DELIVERY, { id })];
  if (delivery?.state !== 'pending' || endpoint === undefined) return endpoint?.status;
  const hasMorePending = (await db.one(OTHER_PENDING, { endpointId: endpoint.id, id })) !== undefined;
  const settled = afterAttempt(endpoint, delivery, outcome, { hasMorePending, jitter });
  const { state, ...standing } = settled;
  await settleDelivery(db, id, state, outcome);
  const lastError = outcome.isDelivered ? null : (outcome.error ?? `Status ${outcome.responseStatus}`);
  const deliveredAtMs = outcome.isDelivered ? outcome.atMs : null;
  await db.run(SETTLE_ENDPOINT, {
    id: endpoint.id,
    ...standing,
    lastError: lastError && storeText(lastError),
    deliveredAtMs,
  });
  if (settled.status !== endpoint.status) {
    const after = { ...endpoint, status: settled.status };
    await recordEndpoint(db, scheduler, 'paused', endpoint, after, await nextMoment(db, endpoint.projectId));
  }
  return settled.status;
}

async function settleDelivery(db: Db, id: string, state: DeliveryState, outcome: AttemptOutcome): Promise<void> {
  const { atMs, durationMs, responseStatus, responseBody, error } = outcome;
  await db.run(SETTLE_DELIVERY, {
    id,
    state,
    attemptedAtMs: atMs,
    durationMs,
    responseStatus,
    responseBody: responseBody === null ? null : storeText(responseBody),
    error: error === null ? null : storeText(error),
  });
}

async function found(db: Db, projectId: string, endpointId: string, id: string) {
  const endpoint = await db.one(FIND_ENDPOINT, { projectId, id: endpointId });
  const delivery = endpoint && (await db.one(FIND_DELIVERY, { id }));
  return endpoint !== undefined && delivery?.endpointId === endpoint.id ? { endpoint, delivery } : undefined;
}
