import { invalidBody } from '@lamppost/protocol';
import { isHeavyJson } from './is-heavy-json.ts';
import { type JsonBody, readJson } from './read-json.ts';

/** Refuses what would block the main thread while it is read. */
export function readLightJson(bytes: Buffer): JsonBody {
  if (isHeavyJson(bytes)) throw invalidBody('The body has too many different names or values');
  return readJson(bytes);
}
