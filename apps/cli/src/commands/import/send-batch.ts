import type { ApiClient } from '../../client/api-client.ts';
import { CliError } from '../../exit/cli-error.ts';
import { exitCodes } from '../../exit/exit-codes.ts';
import type { BatchRow, RejectedRow } from './import-batch.ts';

export interface SentBatch {
  readonly accepted: number;
  readonly rejected: readonly RejectedRow[];
}

interface Answer {
  readonly data: { readonly accepted: number; readonly rejected?: readonly { index: number; reason: string }[] };
}

/** Sends events. A batch that is refused as a whole is halved until only those are left out that are to blame. */
export async function sendBatch(client: ApiClient, rows: readonly BatchRow[]): Promise<SentBatch> {
  if (rows.length === 0) return { accepted: 0, rejected: [] };
  try {
    const response = await client.open(
      'importEvents',
      {},
      {
        bytes: Buffer.from(`{"batch":[${rows.map(({ json }) => json).join(',')}]}`),
        headers: { 'Content-Type': 'application/json' },
        // Events have ids: what is sent twice counts once.
        isRepeatable: true,
      },
    );
    const { data } = await response.json<Answer>();
    const rejected = (data.rejected ?? []).flatMap(({ index, reason }) => refused(rows[index], reason));
    return { accepted: data.accepted, rejected };
  } catch (error) {
    if (!(error instanceof CliError) || error.exitCode !== exitCodes.invalid) throw error;
    if (rows.length === 1)
      return { accepted: 0, rejected: refused(rows[0], [error.message, ...error.details].join(' ')) };
    const half = Math.ceil(rows.length / 2);
    const parts = [await sendBatch(client, rows.slice(0, half)), await sendBatch(client, rows.slice(half))];
    return {
      accepted: parts.reduce((sum, { accepted }) => sum + accepted, 0),
      rejected: parts.flatMap((part) => part.rejected),
    };
  }
}

const refused = (row: BatchRow | undefined, reason: string): RejectedRow[] =>
  row === undefined ? [] : [{ place: row.place, line: row.line, text: row.text, reason }];
