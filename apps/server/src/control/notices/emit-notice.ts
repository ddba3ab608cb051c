import { uuidv7 } from 'uuidv7';
import type { Db } from '../sql/db.ts';
import { enqueueDelivery } from './enqueue-delivery.ts';
import type { Notice } from './notice.ts';
import { ENVIRONMENT_SLUG, LISTENERS, NAMED_ENDPOINTS } from './notice-statements.ts';
import { writePayload } from './write-payload.ts';

/**
 * Queues a notice for every endpoint that listens for it, in the transaction of whatever it tells of: a delivery exists
 * exactly when the change does. Answers for how many.
 */
export async function emitNotice(db: Db, notice: Notice): Promise<number> {
  const { type, environmentId, atMs } = notice;
  const listeners = await listenersOf(db, notice);
  if (listeners.length === 0) return 0;
  const slug = environmentId === null ? undefined : (await db.one(ENVIRONMENT_SLUG, { environmentId }))?.slug;
  const environment = environmentId === null || slug === undefined ? null : { id: environmentId, slug };
  const messageId = newMessageId();
  for (const { endpointId, projectId, projectSlug } of listeners) {
    const timestamp = new Date(atMs).toISOString();
    const project = { id: projectId, slug: projectSlug };
    const payload = writePayload({ type, timestamp, project, environment, data: notice.data });
    await enqueueDelivery(db, { endpointId, messageId, type, payload, atMs });
  }
  return listeners.length;
}

async function listenersOf(db: Db, { type, endpointIds = [], ...place }: Notice) {
  const projectId = place.projectId ?? '';
  const named = endpointIds.length === 0 ? [] : await db.all(NAMED_ENDPOINTS, { projectId, ids: endpointIds });
  if (named.length > 0) return named;
  return await db.all(LISTENERS, { projectId, environmentId: place.environmentId ?? '', type });
}

/** The same for all endpoints, and for all attempts. */
export const newMessageId = (): string => `msg_${uuidv7().replaceAll('-', '')}`;
