import { type Route, routes } from '@lamppost/protocol';
import { pathShape } from './path-shape.ts';

/** `Date` lets clients find out that their clock is wrong. */
const exposed = 'ETag, Retry-After, RateLimit, RateLimit-Policy, X-Request-ID, Date';

/** Client routes answer any origin, without credentials. */
export const clientCorsHeaders: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': exposed,
};

const preflightHeaders: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Methods': 'GET, POST, PUT, PATCH, DELETE, OPTIONS',
  'Access-Control-Allow-Headers':
    'Authorization, Content-Type, Content-Encoding, X-Environment, X-Device-ID, If-None-Match, X-API-Key, Last-Event-ID, Cache-Control',
  'Access-Control-Max-Age': '86400',
};

const shapes = (Object.values(routes) as Route[]).map(({ path, isClient }) => ({
  isClient: isClient === true,
  shape: pathShape(path),
}));

/** Which answers may be read by which pages. Admin routes: same origin, unless the operator lists others. */
export class Cors {
  readonly #origins: ReadonlySet<string>;
  readonly #clientFolders: readonly string[];

  /** Below `clientFolders` everything is a client route, though the table does not list it. */
  constructor(adminOrigins: readonly string[], clientFolders: readonly string[] = []) {
    this.#origins = new Set(adminOrigins);
    this.#clientFolders = clientFolders;
  }

  headersFor(isClient: boolean, origin: string | undefined): Readonly<Record<string, string>> {
    if (isClient) return clientCorsHeaders;
    if (origin === undefined || !this.#origins.has(origin)) return {};
    return { 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': exposed, Vary: 'Origin' };
  }

  /** Undefined when no route has this path. */
  preflight(path: string, origin: string | undefined): Readonly<Record<string, string>> | undefined {
    const isInFolder = this.#clientFolders.some((folder) => path.startsWith(folder));
    const route = isInFolder ? { isClient: true } : shapes.find(({ shape }) => shape.test(path));
    if (route === undefined) return undefined;
    const headers = this.headersFor(route.isClient, origin);
    return Object.keys(headers).length === 0 ? {} : { ...headers, ...preflightHeaders };
  }
}
