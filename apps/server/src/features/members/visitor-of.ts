import type { FastifyRequest } from 'fastify';
import type { BrowserCookie } from './browser-cookie.ts';
import type { Visitor } from './sign-in.ts';

/** Who tries to sign in, as far as a request says. */
export const visitorOf =
  (addressOf: (request: FastifyRequest) => string, cookie: BrowserCookie) =>
  (request: FastifyRequest): Visitor => ({
    address: addressOf(request),
    browserToken: (memberId) => cookie.tokenIn(request.headers.cookie, memberId),
  });
