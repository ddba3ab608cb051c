import { newMessageId } from '../../control/notices/emit-notice.ts';
import { type NoticePayload, writePayload } from '../../control/notices/write-payload.ts';
import type { Delivery } from './webhook-store.ts';

/** What the test of an endpoint sends. */
export function testMessage(
  project: NoticePayload['project'],
  environment: { readonly id: string; readonly slug: string } | null,
  requestedBy: string,
  atMs: number,
): Pick<Delivery, 'messageId' | 'payload'> {
  const payload = writePayload({
    type: 'webhook.test',
    timestamp: new Date(atMs).toISOString(),
    project,
    environment: environment && { id: environment.id, slug: environment.slug },
    data: { message: 'This is a test message.', requested_by: requestedBy },
  });
  return { messageId: newMessageId(), payload };
}
