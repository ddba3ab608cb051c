import { limits, type Wire } from '@lamppost/protocol';
import type { ApiClient } from '../../client/api-client.ts';
import { CliError } from '../../exit/cli-error.ts';
import type { Progress } from '../../output/progress.ts';
import type { CheckedFile } from './check-import-file.ts';
import type { ImportState } from './import-state.ts';
import { readEventLine } from './read-event-line.ts';
import { readLines } from './read-lines.ts';

export interface SentImport {
  readonly accepted: number;
  readonly rejected: number;
}

/** Leaves room for the envelope. */
const MAX_BODY_BYTES = limits.ingestBodyBytes - 4096;

/** Batch after batch, in order; after each the state says how far it is. */
export async function sendImport(
  client: ApiClient,
  path: string,
  checked: CheckedFile,
  state: ImportState,
  start: number,
  progress: Progress,
): Promise<SentImport> {
  const sums = { accepted: 0, rejected: 0 };
  let done = start;
  const send = async (batch: readonly Wire['IngestEvent'][]): Promise<void> => {
    if (batch.length === 0) return;
    try {
      const answer = await client.data('ingest', { body: { batch: [...batch] } });
      sums.accepted += answer.accepted;
      sums.rejected += answer.rejected?.length ?? 0;
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      const { exitCode, code, details } = error;
      const hint = `${done} of ${checked.events} events were sent. Run the same command again to continue.`;
      throw new CliError(error.message, { exitCode, code, details, hint, cause: error });
    }
    done += batch.length;
    await state.write(done);
    progress.advance(batch.length);
  };
  let [line, seen, bytes] = [0, 0, 0];
  let batch: Wire['IngestEvent'][] = [];
  for await (const text of readLines(path)) {
    line += 1;
    if (text.trim() === '') continue;
    const read = readEventLine(text, line, checked.sha256);
    if (!('event' in read)) continue;
    seen += 1;
    if (seen <= start) continue;
    const size = Buffer.byteLength(JSON.stringify(read.event)) + 1;
    if (batch.length === limits.batchEvents || bytes + size > MAX_BODY_BYTES) {
      await send(batch);
      [batch, bytes] = [[], 0];
    }
    batch.push(read.event);
    bytes += size;
  }
  await send(batch);
  return sums;
}
