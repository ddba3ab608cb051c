import { ApiError } from '@lamppost/protocol';
import type { FastifyInstance } from 'fastify';
import { isTagKnown } from '../../edge/config-tag.ts';
import { handle } from '../request/handle.ts';
import type { PageScript } from './page-script.ts';

/** GET /sdk/lamppost.js: for pages of any origin. A new build is there within the hour, and costs a 304 until then. */
export function registerPageScriptRoute(fastify: FastifyInstance, pageScript: PageScript): void {
  handle(fastify, 'pageScript', async ({ request, reply }) => {
    const script = await pageScript.read();
    if (script === undefined) throw new ApiError('NOT_FOUND', 'The script is not built: `npm run sdks` builds it');
    const isGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(request.headers['accept-encoding'] ?? '');
    reply.headers({
      ETag: script.tag,
      Vary: 'Accept-Encoding',
      'Cache-Control': 'public, max-age=3600, stale-while-revalidate=86400',
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'X-Content-Type-Options': 'nosniff',
    });
    if (isTagKnown(script.tag, request.headers['if-none-match'])) return reply.code(304).send();
    if (isGzip) reply.header('Content-Encoding', 'gzip');
    return reply.send(isGzip ? script.gzipped : script.bytes);
  });
}
