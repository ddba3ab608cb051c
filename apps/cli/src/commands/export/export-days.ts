import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Wire } from '@lamppost/protocol';
import { usageError } from '../../exit/usage-error.ts';
import { countOf, formatBytes } from '../../output/format.ts';
import { Progress } from '../../output/progress.ts';
import type { Cli } from '../cli.ts';
import { type Day, daysOf } from './days-of.ts';
import { EXPORT_TIMEOUT_MS, saveExport } from './save-export.ts';

const TABLES_WITH_TIME: ReadonlySet<string> = new Set(['events', 'crashes', 'metrics', 'changes']);

interface DayOptions {
  readonly output?: string;
  readonly force?: boolean;
}

/**
 * A file for each day. A file appears under its name when it is whole, so the days that have one are done: a run that
 * was interrupted goes on with the next.
 */
export async function exportDays(cli: Cli, body: Wire['ExportBody'], { output, force }: DayOptions): Promise<void> {
  const { table, range, ...rest } = body;
  if (table === undefined || !TABLES_WITH_TIME.has(table)) {
    throw usageError('--by-day works for tables with a time.', `Tables: ${[...TABLES_WITH_TIME].join(', ')}`);
  }
  if (range === undefined) throw usageError('--by-day needs a start.', 'Add --from 2026-01-01, or --last 30d.');
  if (output === undefined || output === '-')
    throw usageError('--by-day writes to a directory.', 'Add --output events/');
  const days = daysOf(range, Date.now());
  const fileOf = ({ name }: Day): string => join(output, `${table}-${name}.${body.format}`);
  const missing = force === true ? days : days.filter((day) => !existsSync(fileOf(day)));
  const client = await cli.client();
  const progress = new Progress(cli.terminal, { title: 'Saving', unit: 'days', total: missing.length });
  let bytes = 0;
  try {
    for (const day of missing) {
      const { fromIso, toIso } = day;
      const request = { body: { ...rest, table, range: { kind: 'absolute' as const, fromIso, toIso } } };
      const response = await client.open('createExport', request, { timeoutMs: EXPORT_TIMEOUT_MS });
      const total = Number(response.header('content-length') ?? Number.NaN);
      bytes += await saveExport(response, fileOf(day), Number.isFinite(total) ? total : undefined);
      progress.advance(1);
    }
  } finally {
    progress.end();
  }
  const skipped = days.length - missing.length;
  cli.print({ directory: output, days: missing.length, skipped, bytes }, () => {
    const before = skipped === 0 ? '' : ` ${countOf(skipped, 'day')} already had a file.`;
    return `Saved ${countOf(missing.length, 'day')}, ${formatBytes(bytes)}, to ${output}.${before}`;
  });
}
