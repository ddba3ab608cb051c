import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, open, readdir } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isTagKnown } from '../../edge/config-tag.ts';

const index = '/index.html';
/** Names in here carry a hash of their content. */
const hashedFolder = '/assets/';
/** Paths below these are the API's; what it does not know is not a page either. */
const apiPaths = /^\/(?:v\d+|ofrep|openfeature)(?:\/|$)/;

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** Styles may stand in the page, since components set style attributes; scripts may not, anyone who wrote them. */
const pageHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; '),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
};

const notBuilt = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Lamppost</title></head><body>
<h1>The dashboard is not built</h1>
<p>The server runs and takes events. To build the dashboard, run <code>npm run build</code> in its folder and load this page again.</p>
<p><a href="/docs">The API</a></p></body></html>
`;

/** What is in the folder: its regular files, by the path they are asked for. */
interface Listing {
  readonly indexChangedMs: number;
  readonly files: ReadonlySet<string>;
}

/**
 * The built dashboard. Only what was found in its folder can be asked for, so no path leads out of it, and links are
 * not followed. Nothing is read before somebody asks.
 */
export class DashboardFiles {
  readonly #folder: string;
  #listing: Listing | undefined;

  constructor(folder: string) {
    this.#folder = resolve(folder);
  }

  /** Undefined when the request is for no page and no file of the dashboard. */
  async response(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    const path = pathOf(request.raw.url ?? '');
    if ((request.method !== 'GET' && request.method !== 'HEAD') || path === undefined || apiPaths.test(path)) {
      return undefined;
    }
    const listing = await this.#list();
    const isPage = path === '/' || request.headers.accept?.includes('text/html') === true;
    if (listing === undefined) return isPage ? sendNotBuilt(reply) : undefined;
    if (path !== '/' && listing.files.has(path)) return await this.#send(request, reply, listing, path);
    return isPage ? await this.#send(request, reply, listing, index) : undefined;
  }

  /** Read anew when the dashboard was built anew. */
  async #list(): Promise<Listing | undefined> {
    const indexChangedMs = await changedMs(join(this.#folder, index));
    if (indexChangedMs === undefined) return undefined;
    if (this.#listing?.indexChangedMs !== indexChangedMs) {
      const entries = await readdir(this.#folder, { recursive: true, withFileTypes: true });
      const files = entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(this.#folder.length));
      this.#listing = { indexChangedMs, files: new Set(files) };
    }
    return this.#listing;
  }

  /** Undefined when the file is gone since the folder was listed. */
  async #send(
    request: FastifyRequest,
    reply: FastifyReply,
    listing: Listing,
    path: string,
  ): Promise<FastifyReply | undefined> {
    const encoding = encodingFor(listing, path, request.headers['accept-encoding']);
    const bytes = await readPlainFile(join(this.#folder, path + (encoding?.ending ?? '')));
    if (bytes === undefined) return undefined;
    const tag = `"${createHash('sha1').update(bytes).digest('base64url')}"`;
    reply.removeHeader('Access-Control-Allow-Origin').removeHeader('Access-Control-Expose-Headers');
    reply.headers({
      ...pageHeaders,
      ETag: tag,
      Vary: 'Accept-Encoding',
      'Cache-Control': path.startsWith(hashedFolder) ? 'public, max-age=31536000, immutable' : 'no-cache',
      'Content-Type': contentTypes[extname(path)] ?? 'application/octet-stream',
      ...(encoding === undefined ? {} : { 'Content-Encoding': encoding.name }),
    });
    if (isTagKnown(tag, request.headers['if-none-match'])) return reply.code(304).send();
    reply.code(200).header('Content-Length', bytes.length);
    return reply.send(request.method === 'HEAD' ? undefined : bytes);
  }
}

function sendNotBuilt(reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .headers({ ...pageHeaders, 'Cache-Control': 'no-store', 'Content-Type': 'text/html; charset=utf-8' })
    .send(notBuilt);
}

/** Undefined for what is no path at all. */
function pathOf(url: string): string | undefined {
  try {
    return decodeURIComponent(url.replace(/[?#].*$/, ''));
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

/** Files are compressed when they are built, not when they are asked for. */
function encodingFor({ files }: Listing, path: string, accepted: string | undefined) {
  const encodings = [
    { name: 'br', ending: '.br' },
    { name: 'gzip', ending: '.gz' },
  ];
  const wanted = new Set(
    (accepted ?? '')
      .split(',')
      .filter((part) => !/;\s*q=0(?:\.0*)?\s*$/.test(part))
      .map((part) => part.split(';')[0]?.trim().toLowerCase()),
  );
  return encodings.find(({ name, ending }) => wanted.has(name) && files.has(path + ending));
}

async function changedMs(path: string): Promise<number | undefined> {
  try {
    const status = await lstat(path);
    return status.isFile() ? status.mtimeMs : undefined;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** A link that has taken the place of a file since the folder was listed is not followed. */
async function readPlainFile(path: string): Promise<Buffer | undefined> {
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
    try {
      return await file.readFile();
    } finally {
      await file.close();
    }
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR', 'ELOOP'].includes((error as NodeJS.ErrnoException).code ?? '');
