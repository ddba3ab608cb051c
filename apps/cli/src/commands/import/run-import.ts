import { CliError } from '../../exit/cli-error.ts';
import { exitCodes } from '../../exit/exit-codes.ts';
import { fileError } from '../../files/file-error.ts';
import type { Format } from '../../import/formats/detect-format.ts';
import type { ColumnMap } from '../../import/formats/map-table.ts';
import { type PreparedRow, readPrepared } from '../../import/read-prepared.ts';
import type { ImportReport } from '../../import/report/import-report.ts';
import type { Input } from '../../import/sources/find-inputs.ts';
import { formatNumber } from '../../output/format.ts';
import { ImportBatch, type RejectedRow } from './import-batch.ts';
import type { ImportPosition } from './import-state.ts';
import type { SentBatch } from './send-batch.ts';

export interface ImportRun {
  readonly inputs: readonly Input[];
  readonly start: ImportPosition;
  readonly format: Format | undefined;
  readonly columns: ColumnMap;
  readonly maxRejected: number;
  readonly report: ImportReport;
  send(batch: ImportBatch): Promise<SentBatch>;
  /** In the order of the files: all up to the end of the batch is done. */
  done(batch: ImportBatch, rejected: readonly RejectedRow[]): Promise<void>;
  onBytes(bytes: number): void;
}

/** The next batches are read and mapped while these are on their way. */
const MAX_IN_FLIGHT = 3;

/** Reads all inputs and sends them batch by batch. What was done in order stays done when it fails. */
export async function runImport(run: ImportRun): Promise<void> {
  const { report } = run;
  const waiting: Promise<void>[] = [];
  let last: Promise<void> = Promise.resolve();
  const push = async (batch: ImportBatch): Promise<void> => {
    const sent = run.send(batch);
    const before = last;
    last = (async () => {
      // Both are waited for, so that neither fails unseen.
      const [earlier, outcome] = await Promise.allSettled([before, sent]);
      if (earlier.status === 'rejected') throw earlier.reason;
      if (outcome.status === 'rejected') throw outcome.reason;
      report.accepted += outcome.value.accepted;
      for (const { reason, place, line } of outcome.value.rejected) report.reject(reason, `${place}:${line}`);
      await run.done(
        batch,
        [...batch.rejected, ...outcome.value.rejected].toSorted((a, b) => a.line - b.line),
      );
    })();
    last.catch(() => undefined);
    waiting.push(last);
    if (waiting.length >= MAX_IN_FLIGHT) await waiting.shift();
  };
  try {
    await readAll(run, push);
  } catch (error) {
    // What was read before is sent nevertheless.
    await last.catch(() => undefined);
    throw error;
  }
  await last;
}

async function readAll(run: ImportRun, push: (batch: ImportBatch) => Promise<void>): Promise<void> {
  const { inputs, start, report } = run;
  let batch = new ImportBatch(start);
  for (const [input, { name, open }] of inputs.entries()) {
    if (input < start.input) continue;
    report.files += 1;
    const afterLine = input === start.input ? start.line : 0;
    for await (const rows of preparedOf(run, { name, open }, afterLine)) {
      for (const row of rows) {
        const full = take(run, batch, row, name);
        if (full !== undefined) {
          await push(batch);
          batch = new ImportBatch(batch.end);
          take(run, batch, row, name);
        }
        batch.lines += 1;
        batch.end = { input, line: row.line };
      }
      if (report.rejectedCount > run.maxRejected) {
        await push(batch);
        throw tooMany(run.maxRejected, report);
      }
    }
    batch.end = { input: input + 1, line: 0 };
  }
  await push(batch);
}

async function* preparedOf(run: ImportRun, input: Pick<Input, 'name' | 'open'>, afterLine: number) {
  const { format, columns, report } = run;
  const onFormat = (found: Format): void => report.format(found);
  try {
    const opened = await input.open((bytes) => run.onBytes(bytes));
    yield* readPrepared(opened, { format, columns, fields: report.fields, afterLine, onFormat });
  } catch (error) {
    throw damaged(input.name, error);
  }
}

/** The row when it does not fit into the batch. */
function take({ report }: ImportRun, batch: ImportBatch, row: PreparedRow, name: string): PreparedRow | undefined {
  const { line, text, json, skipped, fault } = row;
  if (json !== undefined && !batch.add({ place: name, line, text, json })) return row;
  report.lines += 1;
  if (skipped !== undefined) report.skip(skipped, `${name}:${line}`);
  if (fault !== undefined) {
    report.reject(fault, `${name}:${line}`);
    batch.rejected.push({ place: name, line, text, reason: fault });
  }
  return undefined;
}

/** Compressed files that end too early or were changed. */
function damaged(name: string, error: unknown): unknown {
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (!/^(?:Z_|ERR_ZLIB|ERR__ERROR|ERR_BROTLI)/.test(code)) return fileError(name, 'read', error);
  return new CliError(`${name} is damaged: ${message}.`, {
    exitCode: exitCodes.invalid,
    code: 'INVALID_FILE',
    hint: 'Everything read before the damage was sent. Get the file again and repeat the import: events count once.',
    cause: error,
  });
}

const tooMany = (max: number, report: ImportReport): CliError =>
  new CliError(`More than ${formatNumber(max)} lines were rejected. The import has stopped.`, {
    exitCode: exitCodes.invalid,
    code: 'TOO_MANY_REJECTED',
    details: report
      .summary(false, null)
      .rejected.slice(0, 5)
      .map(({ reason, count, first }) => `${formatNumber(count)} × ${reason} (${first[0]})`),
    hint: 'Is it the right --format, and are the columns mapped (--map)? Allow more with --max-rejected.',
  });
