import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { invalidBody, tooLarge } from '@lamppost/protocol';

type Inflate = (bytes: Buffer, options: { maxOutputLength: number }) => Buffer;

/** Both forms of deflate are in use: with and without the zlib header. */
const inflateEither: Inflate = (bytes, options) =>
  ((bytes[0] ?? 0) & 0x0f) === 8 ? inflateSync(bytes, options) : inflateRawSync(bytes, options);

const encodings: ReadonlyMap<string, Inflate> = new Map([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['deflate', inflateEither],
  ['br', brotliDecompressSync],
]);

/**
 * The body as it was before compression. Stops at the limit while inflating, so a bomb costs no more than an honest
 * body of the largest size; done at once because the largest takes a few milliseconds.
 */
export function inflate(bytes: Buffer, contentEncoding: string | undefined, limitBytes: number): Buffer {
  const encoding = contentEncoding?.trim().toLowerCase() ?? '';
  if (encoding === '' || encoding === 'identity') return bytes;
  const decode = encodings.get(encoding);
  if (decode === undefined)
    throw invalidBody(`Content-Encoding must be gzip, deflate or br, not ${encoding.slice(0, 40)}`);
  try {
    return decode(bytes, { maxOutputLength: limitBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(limitBytes);
    throw invalidBody(`The body is not valid ${encoding}`);
  }
}
