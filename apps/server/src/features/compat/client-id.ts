import { createHash } from 'node:crypto';
import { limits } from '@lamppost/protocol';

/** The id that a client has given, as the id of an event; one that is too long becomes a UUID that is made of it. */
export function clientId(id: unknown): string | undefined {
  if (typeof id !== 'string' || id === '') return undefined;
  return id.length <= limits.eventIdLength ? id : derivedId(id);
}

/** Always the same UUID for the same parts. */
export function derivedId(...parts: readonly (string | Buffer | number)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) {
    const bytes = Buffer.isBuffer(part) ? part : Buffer.from(String(part));
    hash.update(`${bytes.length}:`).update(bytes);
  }
  const hex = hash.digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
