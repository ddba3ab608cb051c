import { ApiError } from '@lamppost/protocol';
import type { IngestKind, IngestOutcomes } from '../../ledger/ingest-outcomes.ts';
import type { IngestJob } from '../ingest-job.ts';
import { type JsonBody, readJson } from './read-json.ts';

/** Reads a body and counts it when it is refused: by its elements, or as one where these cannot be counted. */
export function readCounted<T>(
  { projectId, environmentId, bodyBytes, survey }: IngestJob,
  kind: IngestKind,
  outcomes: IngestOutcomes,
  read: (json: JsonBody) => T,
): T {
  let items = 1;
  try {
    const json = readJson(bodyBytes, survey);
    if (kind !== 'crashes') items = elementsIn(json);
    return read(json);
  } catch (error) {
    if (error instanceof ApiError) outcomes.invalid({ projectId, environmentId }, kind, 'body_invalid', items);
    throw error;
  }
}

function elementsIn({ value }: JsonBody): number {
  const batch = typeof value === 'object' && value !== null ? (value as { batch?: unknown }).batch : undefined;
  return Array.isArray(batch) ? Math.max(1, batch.length) : 1;
}
