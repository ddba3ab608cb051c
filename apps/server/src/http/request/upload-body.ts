import type { IncomingMessage } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { invalidBody, tooLarge } from '@lamppost/protocol';

/**
 * A body piece by piece, as it was before compression. The bytes that are sent are bounded here; what they inflate to
 * is bounded by anyone who takes the pieces. The request is left open when that stops early, so that an answer can be read.
 */
export function uploadBody(
  request: IncomingMessage,
  contentEncoding: string | undefined,
  limitBytes: number,
): AsyncIterable<Buffer> {
  const encoding = contentEncoding?.trim().toLowerCase() ?? '';
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) throw tooLarge(limitBytes);
  const sent = counted(request, limitBytes);
  if (encoding === '' || encoding === 'identity') return sent;
  if (encoding !== 'gzip' && encoding !== 'x-gzip') {
    throw invalidBody(`Content-Encoding must be gzip, not ${encoding.slice(0, 40)}`);
  }
  return inflated(sent);
}

async function* counted(request: IncomingMessage, limitBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      bytes += (chunk as Buffer).length;
      if (bytes > limitBytes) throw tooLarge(limitBytes);
      yield chunk as Buffer;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ECONNRESET') throw invalidBody('The body was cut off');
    throw error;
  }
}

async function* inflated(sent: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  // What goes wrong on either side comes out where the pieces are taken.
  pipeline(Readable.from(sent), gunzip, () => undefined);
  try {
    for await (const chunk of gunzip) yield chunk as Buffer;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code?.startsWith('Z_') === true)
      throw invalidBody('The body is not valid gzip');
    throw error;
  }
}
