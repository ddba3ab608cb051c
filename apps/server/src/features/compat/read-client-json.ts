import { ApiError, limits } from '@lamppost/protocol';
import { tooDeep } from '../../collect/ingest/json/read-json.ts';
import { readLightJson } from '../../collect/ingest/json/read-light-json.ts';
import { WalkFlags, walkValue } from '../../collect/ingest/json/walk-value.ts';

/** The body of a client, bounded: translating one with very many names would hold up everybody else. */
export function readClientJson(bytes: Buffer): unknown {
  const { value } = readLightJson(bytes);
  if ((walkValue(value, limits.nestingLevels) & WalkFlags.tooDeep) !== 0) throw tooDeep();
  return value;
}

/** Whether the client's own bytes are wrong, and would be wrong again. */
export const isRefusedBody = (error: unknown): error is ApiError => error instanceof ApiError && error.status < 429;

/** A body that cannot be read may still be counted, once the key in front of it is known. */
export function readQuietly(read: () => unknown): { readonly body?: unknown; readonly error?: unknown } {
  try {
    return { body: read() };
  } catch (error) {
    if (isRefusedBody(error)) return { error };
    throw error;
  }
}
