import type { Wire } from '@lamppost/protocol';
import type { Command } from 'commander';
import { usageError } from '../../exit/usage-error.ts';
import { type Column, drawTable } from '../../output/draw-table.ts';
import { formatTime } from '../../output/format.ts';
import { printable, printableValue } from '../../output/printable.ts';
import { examples, handle } from '../cli.ts';
import { omitUndefined, readFlagValue, readNumber } from '../read-options.ts';
import { COMMENT_OPTION } from './comment-option.ts';
import { readTargeting } from './get-flag.ts';

type Schedule = Wire['ScheduleRow'];

interface ScheduleOptions {
  readonly at: string;
  readonly value?: string;
  readonly comment?: string;
}

export function defineSchedule(command: Command): void {
  command
    .argument('<key>', 'Key or id of the flag')
    .argument('<percentage>', '0 to 100')
    .description('Set the rollout at a later time')
    .requiredOption('--at <time>', "Such as 2027-03-01T09:00 in the project's time zone, or with an offset")
    .option('--value <value>', 'Value to serve; default: unchanged, or true for a boolean flag')
    .option(...COMMENT_OPTION)
    .addHelpText('after', examples('lamppost flags schedule new_checkout 100 --at 2027-03-01T09:00'))
    .action(
      handle<ScheduleOptions, [string, string]>(async (cli, { at, value: given, comment }, key, share) => {
        const percentage = readNumber(share, 'percentage', 0, 100);
        const client = await cli.client();
        const flag = await client.data('showFlag', { params: { id: key } });
        const { rollout } = await readTargeting(cli, flag.id);
        const value =
          given === undefined
            ? (rollout?.value ?? (flag.value_type === 'boolean' ? true : undefined))
            : readFlagValue(given, flag.value_type, '--value');
        if (value === undefined) throw usageError(`A ${flag.value_type} to serve is required.`, 'Add --value <value>.');
        const schedule = await client.data('createSchedule', {
          params: { id: flag.id },
          query: { environment_id: await cli.environment() },
          body: { steps: [{ at, rollout: { percentage, value } }], ...omitUndefined({ comment }) },
        });
        cli.print(
          schedule,
          () =>
            `${flag.key} will be ${printableValue(value)} for ${percentage} % at ${formatTime(schedule.steps[0]?.at ?? '')}.`,
        );
      }),
    );
}

export function defineSchedules(command: Command): void {
  command
    .argument('<key>', 'Key or id of the flag')
    .description('List scheduled changes of a flag')
    .option('--cancel <id>', 'Cancel this one')
    .addHelpText('after', examples('lamppost flags schedules new_checkout'))
    .action(
      handle<{ cancel?: string }, [string]>(async (cli, { cancel }, key) => {
        const client = await cli.client();
        if (cancel !== undefined) {
          const cancelled = await client.data('cancelSchedule', { params: { id: key, scheduleId: cancel } });
          cli.print(cancelled, () => `Cancelled the schedule ${cancelled.id}.`);
          return;
        }
        const query = { environment_id: await cli.environment() };
        const rows = await client.allRows('listSchedules', { params: { id: key }, query });
        cli.print(rows, () => {
          if (rows.length === 0) return 'No scheduled changes.';
          const columns: Column<Schedule>[] = [
            { title: 'ID', value: ({ id }) => id },
            { title: 'STATUS', value: ({ status }) => status },
            { title: 'STEP', value: ({ step, steps }) => `${Math.min(step + 1, steps.length)} of ${steps.length}` },
            { title: 'AT', value: ({ step, steps }) => formatTime((steps[step] ?? steps.at(-1))?.at ?? '') },
            { title: 'BY', value: ({ author }) => printable(author.name) },
          ];
          return drawTable(cli.terminal, columns, rows);
        });
      }),
    );
}
