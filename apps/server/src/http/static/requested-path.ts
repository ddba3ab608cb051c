import type { FastifyRequest } from 'fastify';

/** Of a request for a file or page; undefined for any other method, and for what is no path at all. */
export function requestedPath(request: FastifyRequest): string | undefined {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
  try {
    return decodeURIComponent((request.raw.url ?? '').replace(/[?#].*$/, ''));
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
