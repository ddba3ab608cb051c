import type { FastifyReply, FastifyRequest } from 'fastify';
import { BuiltFolder } from './built-folder.ts';
import { pageHeaders } from './page-headers.ts';
import { requestedPath } from './requested-path.ts';

const index = '/index.html';
/** Paths below these are the API's; what it does not know is not a page either. */
const apiPaths = /^\/(?:v\d+|ofrep|openfeature|compat)(?:\/|$)/;

/** Styles may stand in the page, since components set style attributes; scripts may not, anyone who wrote them. */
const headers = pageHeaders("'self' 'unsafe-inline'");
/** The page of share links: what stands behind the # of its address is for nobody else. */
const sharedPath = /^\/shared(?:\/|$)/;
const sharedHeaders = { ...headers, 'X-Robots-Tag': 'noindex, nofollow' };

const notBuilt = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Lamppost</title></head><body>
<h1>The dashboard is not built</h1>
<p>The server runs and takes events. To build the dashboard, run <code>npm run build</code> in its folder and load this page again.</p>
<p><a href="/docs">The API</a></p></body></html>
`;

/** The built dashboard: its files, and its page for every address that is no file and not of the API. */
export class DashboardFiles {
  readonly #folder: BuiltFolder;

  constructor(folder: string) {
    this.#folder = new BuiltFolder(folder);
  }

  /** Undefined when the request is for no page and no file of the dashboard. */
  async response(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    const path = requestedPath(request);
    if (path === undefined || apiPaths.test(path)) return undefined;
    const listing = await this.#folder.list();
    const isPage = path === '/' || request.headers.accept?.includes('text/html') === true;
    if (listing === undefined) return isPage ? sendNotBuilt(reply) : undefined;
    if (path !== '/' && listing.files.has(path)) return await this.#folder.send(request, reply, path, { headers });
    if (!isPage) return undefined;
    const ofPage = sharedPath.test(path) ? sharedHeaders : headers;
    return await this.#folder.send(request, reply, index, { headers: ofPage });
  }
}

function sendNotBuilt(reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .headers({ ...headers, 'Cache-Control': 'no-store', 'Content-Type': 'text/html; charset=utf-8' })
    .send(notBuilt);
}
