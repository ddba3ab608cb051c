import type { Command } from 'commander';
import { formatDuration, formatNumber, formatShort } from '../../output/format.ts';
import { Progress } from '../../output/progress.ts';
import { examples, handle } from '../cli.ts';
import { checkImportFile } from './check-import-file.ts';
import { ImportState } from './import-state.ts';
import { sendImport } from './send-import.ts';

interface ImportOptions {
  readonly skipInvalid?: boolean;
  readonly dryRun?: boolean;
  readonly restart?: boolean;
}

export function define(command: Command): void {
  command
    .argument(
      '<file>',
      'NDJSON with one event per line, in the format of /v1/ingest or of "lamppost export events"; .gz too',
    )
    .description(
      'Send a file of events. The whole file is checked first; an interrupted import resumes where it stopped.',
    )
    .option('--dry-run', 'Check the file and send nothing')
    .option('--skip-invalid', 'Skip invalid lines')
    .option('--restart', 'Start over; events that were already sent still count once')
    .addHelpText('after', examples('lamppost import events.ndjson', 'lamppost import old.ndjson.gz --dry-run'))
    .action(
      handle<ImportOptions, [string]>(async (cli, { skipInvalid, dryRun, restart }, file) => {
        const checked = await checkImportFile(file, { isLenient: skipInvalid === true });
        if (dryRun === true) {
          const { events, invalid } = checked;
          cli.print(
            { events, invalid, sent: 0 },
            () => `${formatNumber(events)} events, ${invalid} invalid lines. Nothing was sent.`,
          );
          return;
        }
        const state = new ImportState(file, checked.sha256, (await cli.connection()).url.value);
        if (restart === true) await state.clear();
        const start = await state.read();
        if (start > 0) cli.terminal.note(`Resuming after line ${formatNumber(start)}; use --restart to start over.`);
        const progress = new Progress(cli.terminal, {
          title: 'Importing',
          unit: 'events',
          total: checked.events,
          start,
        });
        const sent = await sendImport(await cli.client(), file, checked, state, start, progress).finally(() =>
          progress.end(),
        );
        await state.clear();
        const ms = progress.end();
        const rate = formatShort((sent.accepted * 1000) / Math.max(1, ms));
        cli.print({ ...sent, invalid: checked.invalid }, () =>
          [
            `Sent ${formatNumber(sent.accepted)} events in ${formatDuration(ms)} (${rate}/s).`,
            ...(checked.invalid > 0 ? [`Skipped ${checked.invalid} invalid lines.`] : []),
            ...(sent.rejected > 0
              ? [`The server rejected ${sent.rejected}; see the reasons in the dashboard under Data, Failed events.`]
              : []),
          ].join('\n'),
        );
      }),
    );
}
