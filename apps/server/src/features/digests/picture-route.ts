import { ApiError } from '@lamppost/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { LimitWindow, RateLimiter } from '../../collect/limits/rate-limiter.ts';
import { handle } from '../../http/request/handle.ts';
import type { DigestStore } from './digest-store.ts';
import { hashOfPictureToken } from './make-digest.ts';

export interface PictureRouteDeps {
  readonly digests: Pick<DigestStore, 'pictureOf'>;
  readonly limiter: RateLimiter;
  readonly addressOf: (request: FastifyRequest) => string;
}

const PER_ADDRESS: LimitWindow = { name: 'digests', limit: 300, windowSeconds: 60 };
const NAME = /^([0-9A-Za-z]{43})\.png$/;

/** Pictures that chats show. Whoever has the address has the picture, and nothing else. */
export function registerPictureRoute(fastify: FastifyInstance, deps: PictureRouteDeps): void {
  handle(fastify, 'digestPicture', async ({ request, reply, param, receivedAtMs }) => {
    const { isAllowed, retryAfterSeconds } = await deps.limiter.spend(
      `address ${deps.addressOf(request)}`,
      [PER_ADDRESS],
      1,
    );
    if (!isAllowed) {
      const message = `At most ${PER_ADDRESS.limit} pictures per minute from one IP address`;
      throw new ApiError('RATE_LIMIT_EXCEEDED', message, { retryAfterSeconds });
    }
    const [, token] = NAME.exec(param('picture')) ?? [];
    const png = token === undefined ? undefined : await deps.digests.pictureOf(hashOfPictureToken(token), receivedAtMs);
    if (png === undefined) throw new ApiError('NOT_FOUND', "The picture doesn't exist or has expired");
    reply.headers({
      'Content-Type': 'image/png',
      'Cache-Control': 'private, max-age=3600',
      // Chats show it on pages of their own.
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Referrer-Policy': 'no-referrer',
      'X-Robots-Tag': 'noindex, nofollow',
    });
    return reply.send(Buffer.from(png, 'base64'));
  });
}
