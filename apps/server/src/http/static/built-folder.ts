import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, open, readdir } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isTagKnown } from '../../edge/config-tag.ts';

const index = '/index.html';
/** Names in here carry a hash of their content. */
const hashedFolder = '/assets/';

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

/** What is asked for often is compressed when it is built; other texts when they are asked for, which costs a millisecond. */
const encodings = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const;
/** Below this the headers weigh more than what is saved. */
const MIN_ZIPPED_BYTES = 1_000;

/** What is in the folder: its regular files, by the path they are asked for. */
export interface Listing {
  readonly indexChangedMs: number;
  readonly files: ReadonlySet<string>;
}

export interface BuiltFileOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly status?: number;
}

/**
 * A folder of files that were built, with an index.html that was written last. Only what was found in it can be asked
 * for, so no path leads out of it, and links are not followed. Files are read when they are first requested.
 */
export class BuiltFolder {
  readonly #folder: string;
  #listing: Listing | undefined;

  constructor(folder: string) {
    this.#folder = resolve(folder);
  }

  /** Read anew when it was built anew; undefined when it is not built. */
  async list(): Promise<Listing | undefined> {
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
  async send(
    request: FastifyRequest,
    reply: FastifyReply,
    path: string,
    { headers, status = 200 }: BuiltFileOptions,
  ): Promise<FastifyReply | undefined> {
    const accepted = acceptedEncodings(request.headers['accept-encoding']);
    const built = encodings.find(({ name, ending }) => accepted.has(name) && this.#listing?.files.has(path + ending));
    const read = await readPlainFile(join(this.#folder, path + (built?.ending ?? '')));
    if (read === undefined) return undefined;
    const isZipped = built === undefined && accepted.has('gzip') && isText(path) && read.length >= MIN_ZIPPED_BYTES;
    const bytes = isZipped ? await promisify(gzip)(read) : read;
    const encoding = isZipped ? 'gzip' : built?.name;
    const tag = `"${createHash('sha1').update(bytes).digest('base64url')}"`;
    reply.removeHeader('Access-Control-Allow-Origin').removeHeader('Access-Control-Expose-Headers');
    reply.headers({
      ...headers,
      ETag: tag,
      Vary: 'Accept-Encoding',
      'Cache-Control': path.startsWith(hashedFolder) ? 'public, max-age=31536000, immutable' : 'no-cache',
      'Content-Type': contentTypes[extname(path)] ?? 'application/octet-stream',
      ...(encoding === undefined ? {} : { 'Content-Encoding': encoding }),
    });
    if (status === 200 && isTagKnown(tag, request.headers['if-none-match'])) return reply.code(304).send();
    reply.code(status).header('Content-Length', bytes.length);
    return reply.send(request.method === 'HEAD' ? undefined : bytes);
  }
}

function acceptedEncodings(accepted = ''): ReadonlySet<string | undefined> {
  const wanted = accepted.split(',').filter((part) => !/;\s*q=0(?:\.0*)?\s*$/.test(part));
  return new Set(wanted.map((part) => part.split(';')[0]?.trim().toLowerCase()));
}

const isText = (path: string): boolean => /^(?:text|application\/json)/.test(contentTypes[extname(path)] ?? '');

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
