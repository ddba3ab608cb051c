import type { Command } from 'commander';
import { CliError } from '../../exit/cli-error.ts';
import { exitCodes } from '../../exit/exit-codes.ts';
import { usageError } from '../../exit/usage-error.ts';
import { FORMATS, type Format } from '../../import/formats/detect-format.ts';
import { ImportReport } from '../../import/report/import-report.ts';
import { findInputs, type Input } from '../../import/sources/find-inputs.ts';
import { countOf, formatDuration, formatNumber, formatShort } from '../../output/format.ts';
import { Progress } from '../../output/progress.ts';
import { type Cli, examples, handle } from '../cli.ts';
import { DuplicateCount } from './count-duplicates.ts';
import { drawImport } from './draw-import.ts';
import type { ImportBatch } from './import-batch.ts';
import { ImportState } from './import-state.ts';
import { readColumnMap } from './read-column-map.ts';
import { RejectedFile } from './rejected-file.ts';
import { runImport } from './run-import.ts';
import { sendBatch } from './send-batch.ts';

interface ImportOptions {
  readonly format?: string;
  readonly map?: string;
  readonly dryRun?: boolean;
  readonly restart?: boolean;
  readonly maxRejected: string;
}

/** The state is written this often; what was sent since is sent again after an interruption, and counts once. */
const STATE_EVERY_MS = 1000;

export function define(command: Command): void {
  command
    .argument('<path>', 'A file, a directory of files, or - for stdin; .gz, .br and .zip too')
    .description(
      'Import events with their own times and ids: NDJSON, CSV, Parquet, and exports of PostHog, Mixpanel, Amplitude and Segment. Importing twice changes nothing; an interrupted import resumes where it stopped.',
    )
    .option('--format <format>', `${FORMATS.join(', ')}; default: by the content`)
    .option('--map <list>', 'Columns of CSV or Parquet, as in time=created_at,event=name,user=uid')
    .option('--dry-run', 'Print the report and send nothing')
    .option('--max-rejected <count>', 'Stop after this many rejected lines', '1000')
    .option('--restart', 'Start over; events that were already sent still count once')
    .addHelpText(
      'after',
      examples(
        'lamppost import events.ndjson',
        'lamppost import posthog-export/ --dry-run',
        'lamppost import orders.csv --map time=paid_at,event=kind,user=customer',
      ),
    )
    .action(handle<ImportOptions, [string]>(importPath));
}

async function importPath(cli: Cli, options: ImportOptions, path: string): Promise<void> {
  const format = formatOf(options.format);
  const maxRejected = countFrom(options.maxRejected);
  const columns = readColumnMap(options.map);
  const isDryRun = options.dryRun === true;
  const inputs = await findInputs(path);
  if (inputs.length === 0) throw empty(path);
  const report = new ImportReport();
  const target = isDryRun ? undefined : await openTarget(cli, path, inputs, options.restart === true);
  const progress = progressOf(cli, inputs, report);
  let writtenAtMs = performance.now();
  try {
    await runImport({
      inputs,
      start: target?.start ?? { input: 0, line: 0 },
      format,
      columns,
      maxRejected,
      report,
      send: async (batch) =>
        target === undefined
          ? { accepted: batch.rows.length, rejected: [] }
          : await sendBatch(target.client, batch.rows),
      done: async (batch: ImportBatch, rejected) => {
        if (target === undefined) return;
        await target.rejected.add(rejected);
        if (performance.now() - writtenAtMs < STATE_EVERY_MS && batch.rows.length > 0) {
          target.pending = batch.end;
          return;
        }
        writtenAtMs = performance.now();
        await target.state.write(batch.end);
        target.pending = undefined;
      },
      onBytes: (bytes) => progress.advance(bytes),
    });
  } catch (error) {
    progress.end();
    if (target?.pending !== undefined) await target.state.write(target.pending);
    throw interrupted(error, report, target?.rejected.written);
  }
  const ms = progress.end();
  if (target !== undefined) {
    report.duplicates = await target.duplicates.end(report.accepted);
    await target.state.clear();
  }
  if (report.lines === 0 && target?.isResumed !== true) throw empty(path);
  print(cli, report, isDryRun, ms, target?.rejected.written);
}

async function openTarget(cli: Cli, path: string, inputs: readonly Input[], isRestart: boolean) {
  const client = await cli.client();
  const { url, key } = client.connection;
  const state = await ImportState.of(path, `${url.value} ${key?.value.split('_').slice(0, 3).join('_')}`, inputs);
  if (isRestart) await state.clear();
  const start = await state.read();
  const isResumed = start.input > 0 || start.line > 0;
  const rejected = new RejectedFile(path);
  if (isResumed) {
    const name = inputs.length > 1 ? ` of ${inputs[start.input]?.name ?? path}` : '';
    cli.terminal.note(`Resuming after line ${formatNumber(start.line)}${name}; use --restart to start over.`);
  } else await rejected.clear();
  const duplicates = new DuplicateCount(client);
  await duplicates.begin();
  return {
    client,
    state,
    start,
    isResumed,
    rejected,
    duplicates,
    pending: undefined as ImportBatch['end'] | undefined,
  };
}

function progressOf(cli: Cli, inputs: readonly Input[], report: ImportReport): Progress {
  const sizes = inputs.map(({ bytes }) => bytes);
  const total = sizes.includes(undefined) ? undefined : sizes.reduce<number>((sum, bytes) => sum + (bytes ?? 0), 0);
  return new Progress(cli.terminal, {
    title: 'Importing',
    unit: 'bytes',
    total,
    detail: (ms) => `${formatShort((report.accepted * 1000) / Math.max(1, ms))} events/s`,
  });
}

function print(cli: Cli, report: ImportReport, isDryRun: boolean, ms: number, rejectedFile: string | undefined): void {
  const summary = report.summary(isDryRun, rejectedFile ?? null);
  const perSecond = Math.round((report.accepted * 1000) / Math.max(1, ms));
  const took = isDryRun ? '' : ` in ${formatDuration(ms)} (${formatShort(perSecond)}/s)`;
  cli.print({ ...summary, seconds: Math.round(ms) / 1000, events_per_second: perSecond }, () =>
    drawImport(cli.terminal, summary, took),
  );
  if (report.rejectedCount === 0) return;
  throw new CliError(
    `${countOf(report.rejectedCount, 'line')} ${report.rejectedCount === 1 ? 'was' : 'were'} rejected.`,
    {
      exitCode: exitCodes.invalid,
      code: 'SOME_REJECTED',
      hint:
        rejectedFile === undefined
          ? 'Nothing was sent. An import sends the others, and writes these lines to a file.'
          : `All others were sent. ${rejectedFile} has these lines with their reasons.`,
    },
  );
}

function interrupted(error: unknown, report: ImportReport, rejectedFile: string | undefined): unknown {
  if (!(error instanceof CliError)) return error;
  const { exitCode, code, details, hint } = error;
  const sent = `${countOf(report.accepted, 'event')} ${report.accepted === 1 ? 'was' : 'were'} sent.`;
  const next = exitCode === exitCodes.unreachable ? 'Run the same command again to continue.' : hint;
  const file = rejectedFile === undefined ? [] : [`Rejected lines are in ${rejectedFile}.`];
  return new CliError(error.message, {
    exitCode,
    code,
    details,
    hint: [sent, ...file, next ?? ''].join(' ').trim(),
    cause: error,
  });
}

function formatOf(text: string | undefined): Format | undefined {
  const found = FORMATS.find((format) => format === text);
  if (text !== undefined && found === undefined) throw usageError(`--format must be one of ${FORMATS.join(', ')}.`);
  return found;
}

function countFrom(text: string): number {
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < 0)
    throw usageError('--max-rejected must be a whole number of 0 or more.');
  return count;
}

const empty = (path: string): CliError =>
  new CliError(`${path} contains no events.`, { exitCode: exitCodes.invalid, code: 'INVALID_FILE' });
