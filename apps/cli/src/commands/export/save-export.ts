import { Readable } from 'node:stream';
import type { HttpAnswer } from '../../client/send-http.ts';
import { CliError } from '../../exit/cli-error.ts';
import { exitCodes } from '../../exit/exit-codes.ts';
import { writeWhole } from '../../files/write-file-whole.ts';
import { formatBytes } from '../../output/format.ts';
import type { Progress } from '../../output/progress.ts';

/** The server writes the file before it sends the first byte, ten minutes at most. */
export const EXPORT_TIMEOUT_MS = 11 * 60_000;

/** A file with another length than was announced is not whole, and not kept. */
export async function saveExport(
  response: HttpAnswer,
  target: string,
  total: number | undefined,
  progress?: Progress,
): Promise<number> {
  let bytes = 0;
  const pieces = async function* (): AsyncGenerator<Uint8Array> {
    const source = response.body[Symbol.asyncIterator]();
    for (;;) {
      const { value, done } = await source.next().catch(() => {
        throw brokenOff(bytes, total);
      });
      if (done === true) break;
      bytes += value.length;
      progress?.advance(value.length);
      yield value;
    }
    if (total !== undefined && bytes !== total) throw brokenOff(bytes, total);
  };
  if (target === '-') {
    for await (const piece of Readable.from(pieces())) {
      if (!process.stdout.write(piece as Uint8Array))
        await new Promise((resolve) => process.stdout.once('drain', resolve));
    }
    return bytes;
  }
  await writeWhole(target, {}, async (file) => {
    for await (const piece of pieces()) await file.write(piece);
  });
  return bytes;
}

const brokenOff = (bytes: number, total: number | undefined): CliError =>
  new CliError(
    `The connection was lost after ${formatBytes(bytes)}${total === undefined ? '' : ` of ${formatBytes(total)}`}. No file was left.`,
    {
      exitCode: exitCodes.unreachable,
      hint: 'Run it again; use --last or --from to make it smaller.',
    },
  );
