import type { NoticePayload } from '../../control/notices/write-payload.ts';
import type { DigestMessage } from './digest-message.ts';
import type { DigestStore } from './digest-store.ts';
import { digestChat } from './formats/digest-chat.ts';
import { digestMail } from './formats/digest-mail.ts';

/** How the queue of webhooks sends a digest: to chats with links to its pictures, by mail with the pictures inside. */
export function digestFormat(digests: Pick<DigestStore, 'pictures'>) {
  return {
    chat: (kind: keyof typeof digestChat, { data }: NoticePayload): object =>
      digestChat[kind](data as unknown as DigestMessage),
    async mail({ data }: NoticePayload) {
      const message = data as unknown as DigestMessage;
      const ids = message.widgets.flatMap(({ image }) => (image === null ? [] : [image.id]));
      const kept = ids.length === 0 ? [] : await digests.pictures(ids);
      const cids = new Map(kept.map(({ id }) => [id, `${id}@digest`]));
      const { subject, text, html } = digestMail(message, (id) => {
        const cid = cids.get(id);
        return cid === undefined ? undefined : `cid:${cid}`;
      });
      return {
        subject,
        text,
        html,
        images: kept.map(({ id, png }) => ({
          cid: `${id}@digest`,
          name: `${id}.png`,
          png: Buffer.from(png, 'base64'),
        })),
      };
    },
  };
}
