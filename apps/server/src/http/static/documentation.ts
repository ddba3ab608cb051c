import { ApiError } from '@lamppost/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BuiltFolder } from './built-folder.ts';
import { pageHeaders } from './page-headers.ts';
import { requestedPath } from './requested-path.ts';

const root = '/docs';
const headers = pageHeaders("'self'");

/** The guides and the reference of the API as pages, below /docs. */
export class Documentation {
  readonly #folder: BuiltFolder;

  constructor(folder: string) {
    this.#folder = new BuiltFolder(folder);
  }

  /** Undefined when the request is for nothing below /docs, or for a file that is not there. */
  async response(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    const path = requestedPath(request);
    if (path === undefined || !(path === root || path.startsWith(`${root}/`))) return undefined;
    const listing = await this.#folder.list();
    if (listing === undefined) {
      const message = 'The documentation is not built: `npm run build` builds it';
      throw new ApiError('INTERNAL_SERVER_ERROR', message, { status: 503 });
    }
    const asked = path.slice(root.length).replace(/\/+$/, '') || '/index';
    const file = [asked, `${asked}.html`].find((candidate) => listing.files.has(candidate));
    if (file !== undefined) return await this.#folder.send(request, reply, file, { headers });
    if (request.headers.accept?.includes('text/html') !== true) return undefined;
    return await this.#folder.send(request, reply, '/not-found.html', { headers, status: 404 });
  }
}
