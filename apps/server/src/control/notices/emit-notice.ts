import { uuidv7 } from 'uuidv7';
import type { Db } from '../sql/db.ts';
import { enqueueDelivery } from './enqueue-delivery.ts';
import type { Notice } from './notice.ts';
import { ENVIRONMENT_SLUG, LISTENERS } from './notice-statements.ts';
import { writePayload } from './write-payload.ts';

/**
 * Queues a notice for every endpoint that listens for it, in the transaction of whatever it tells of: a delivery exists
 * exactly when the change does.
 */
export async function emitNotice(db: Db, notice: Notice): Promise<void> {
  const { type, environmentId, atMs } = notice;
  const asked = { projectId: notice.projectId ?? '', environmentId: environmentId ?? '', type };
  const listeners = await db.all(LISTENERS, asked);
  if (listeners.length === 0) return;
  const slug = environmentId === null ? undefined : (await db.one(ENVIRONMENT_SLUG, { environmentId }))?.slug;
  const environment = environmentId === null || slug === undefined ? null : { id: environmentId, slug };
  const messageId = newMessageId();
  for (const { endpointId, projectId, projectSlug } of listeners) {
    const timestamp = new Date(atMs).toISOString();
    const project = { id: projectId, slug: projectSlug };
    const payload = writePayload({ type, timestamp, project, environment, data: notice.data });
    await enqueueDelivery(db, { endpointId, messageId, type, payload, atMs });
  }
}

/** The same for all endpoints, and for all attempts. */
export const newMessageId = (): string => `msg_${uuidv7().replaceAll('-', '')}`;
