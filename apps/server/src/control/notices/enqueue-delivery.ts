import type { SentWebhookEvent } from '@lamppost/protocol';
import { uuidv7 } from 'uuidv7';
import type { Db } from '../sql/db.ts';
import { COUNT_DROPPED, INSERT_DELIVERY, QUEUE_ENDS } from './notice-statements.ts';

/** Behind an endpoint that does not answer; more are dropped and counted. */
const MAX_PENDING = 10_000;

export interface NewDelivery {
  readonly endpointId: string;
  readonly messageId: string;
  readonly type: SentWebhookEvent;
  readonly payload: string;
  readonly atMs: number;
}

/** Puts a message at the end of the queue of an endpoint. Answers its id; undefined where the queue is full. */
export async function enqueueDelivery(db: Db, delivery: NewDelivery): Promise<string | undefined> {
  const { endpointId } = delivery;
  const ends = await db.one(QUEUE_ENDS, { endpointId });
  const seq = (ends?.newest ?? 0) + 1;
  if (ends?.oldestPending != null && seq - ends.oldestPending >= MAX_PENDING) {
    await db.run(COUNT_DROPPED, { endpointId });
    return undefined;
  }
  const id = uuidv7();
  await db.run(INSERT_DELIVERY, { ...delivery, id, seq });
  return id;
}
