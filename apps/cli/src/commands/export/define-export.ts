import { existsSync } from 'node:fs';
import type { Wire } from '@lamppost/protocol';
import type { Command } from 'commander';
import type { HttpAnswer } from '../../client/send-http.ts';
import { CliError } from '../../exit/cli-error.ts';
import { exitCodes } from '../../exit/exit-codes.ts';
import { usageError } from '../../exit/usage-error.ts';
import { formatBytes, formatDuration } from '../../output/format.ts';
import { Progress } from '../../output/progress.ts';
import { examples, handle } from '../cli.ts';
import { readRange } from '../query/read-query.ts';
import { omitUndefined, readChoice } from '../read-options.ts';
import { exportDays } from './export-days.ts';
import { EXPORT_TIMEOUT_MS, saveExport } from './save-export.ts';

interface ExportOptions {
  readonly sql?: string;
  readonly format: string;
  readonly last?: string;
  readonly from?: string;
  readonly to?: string;
  readonly output?: string;
  readonly force?: boolean;
  readonly byDay?: boolean;
}

const TABLES = ['events', 'crashes', 'metrics', 'people', 'devices', 'changes'] as const;
const FORMATS = ['parquet', 'ndjson', 'csv'] as const;

export function define(command: Command): void {
  command
    .argument('[table]', `${TABLES.join(', ')}; or --sql`)
    .description('Save a table, or the result of a query, as a file')
    .option('--sql <select>', 'A query instead of a table')
    .option('--format <format>', 'parquet, ndjson or csv', 'ndjson')
    .option('--last <span>', '1h, 24h, 7d, 30d or 90d; default: everything')
    .option('--from <time>', 'Start of the range, ISO 8601')
    .option('--to <time>', 'End of the range, exclusive')
    .option('-o, --output <path>', 'File to write; - for stdout; default: named by the server')
    .option('--force', 'Replace an existing file')
    .option('--by-day', 'One file per whole day (UTC) in the directory --output; continues after an interruption')
    .addHelpText(
      'after',
      examples(
        'lamppost export events --last 30d --format parquet --output events.parquet',
        'lamppost export events --by-day --from 2026-01-01 --format parquet --output events/',
        'lamppost export --sql "SELECT * FROM people" --format csv',
      ),
    )
    .action(
      handle<ExportOptions, [string | undefined]>(async (cli, options, table) => {
        const body = bodyOf(options, table, await cli.environment());
        if (options.byDay === true) return exportDays(cli, body, options);
        const path = options.output;
        if (path !== undefined && path !== '-') refuseExisting(path, options.force);
        const response = await (await cli.client()).open('createExport', { body }, { timeoutMs: EXPORT_TIMEOUT_MS });
        const target = path ?? nameOf(response) ?? `${table ?? 'query'}.${options.format}`;
        if (target !== '-') refuseExisting(target, options.force);
        const total = Number(response.header('content-length') ?? Number.NaN);
        const size = Number.isFinite(total) ? total : undefined;
        const progress = new Progress(cli.terminal, { title: 'Saving', unit: 'bytes', total: size });
        const bytes = await saveExport(response, target, size, progress).finally(() => progress.end());
        const ms = progress.end();
        if (target === '-') return;
        cli.print({ file: target, bytes }, () => `Saved ${formatBytes(bytes)} to ${target} in ${formatDuration(ms)}.`);
      }),
    );
}

function bodyOf(
  options: ExportOptions,
  table: string | undefined,
  environment: string | undefined,
): Wire['ExportBody'] {
  const format = readChoice(options.format, FORMATS, '--format');
  if ((table === undefined) === (options.sql === undefined)) {
    throw usageError('Add a table, or a query with --sql.', `Tables: ${TABLES.join(', ')}`);
  }
  const hasRange = options.last !== undefined || options.from !== undefined;
  return {
    format,
    ...omitUndefined({ environment_id: environment }),
    ...(options.sql === undefined
      ? { table: readChoice(table ?? '', TABLES, 'table') }
      : { query: { kind: 'sql' as const, sql: options.sql } }),
    ...(hasRange ? { range: readRange(options) } : {}),
  };
}

function refuseExisting(path: string, isForced: boolean | undefined): void {
  if (isForced !== true && existsSync(path)) {
    throw new CliError(`${path} already exists.`, {
      exitCode: exitCodes.conflict,
      code: 'FILE_EXISTS',
      hint: 'Choose another name with --output, or add --force to replace it.',
    });
  }
}

/** Never a path: the name is the server's. */
function nameOf(response: HttpAnswer): string | undefined {
  const name = /filename="?([^";]+)"?/.exec(response.header('content-disposition') ?? '')?.[1];
  return name === undefined ? undefined : name.replace(/[^A-Za-z0-9._-]/g, '_').replace(/^\.+/, '');
}
