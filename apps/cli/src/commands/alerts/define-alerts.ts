import type { Wire } from '@lamppost/protocol';
import type { Command } from 'commander';
import { usageError } from '../../exit/usage-error.ts';
import { parseJson } from '../../files/parse-json.ts';
import { readTextFile } from '../../files/read-text-file.ts';
import { drawFacts } from '../../output/draw-facts.ts';
import { type Column, drawTable } from '../../output/draw-table.ts';
import { formatAgo, formatNumber, formatTime } from '../../output/format.ts';
import { printable } from '../../output/printable.ts';
import { type Cli, examples, handle } from '../cli.ts';
import { omitUndefined, readChoice } from '../read-options.ts';

type Alert = Wire['AlertAnswer']['data'];

const STATES = ['ok', 'pending', 'firing', 'no_data', 'error'] as const;
const ALERT = ['<id>', 'Id of the alert'] as const;
const SPAN = /^(\d{1,4})([mhd])$/;
const SPAN_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

export function define(command: Command): void {
  command.description('Alerts on trends, funnels, crash-free rates and metrics.');
  defineList(command.command('list'));
  defineShow(command.command('show'));
  defineMute(command.command('mute'));
  defineCreate(command.command('create'));
}

const queryOf = async (cli: Cli) => omitUndefined({ environment_id: await cli.environment() });
const stateOf = ({ state, muted }: Alert): string => `${state}${muted ? ', muted' : ''}`;
const lastValue = ({ judged }: Alert): string => (judged?.value == null ? '–' : formatNumber(judged.value));

function drawAlert(cli: Cli, alert: Alert): string {
  return drawFacts(cli.terminal, [
    ['Id', alert.id],
    ['Name', printable(alert.name)],
    ['Measures', printable(alert.measures)],
    ['Condition', printable(JSON.stringify(alert.condition))],
    ['Interval', alert.interval],
    ['State', `${stateOf(alert)}, changed ${formatAgo(alert.state_since)}`],
    ['Last evaluation', alert.message === null ? '–' : printable(alert.message)],
    ['Checked', alert.checked_at === null ? 'not yet' : formatAgo(alert.checked_at)],
  ]);
}

function defineList(command: Command): void {
  command
    .description('List alerts with their states')
    .option('--state <state>', STATES.join(', '))
    .addHelpText('after', examples('lamppost alerts list --state firing'))
    .action(
      handle<{ state?: string }>(async (cli, options) => {
        const state = options.state === undefined ? undefined : readChoice(options.state, STATES, '--state');
        const query = { ...(await queryOf(cli)), ...omitUndefined({ state }) };
        const rows = await (await cli.client()).allRows('listAlerts', { query });
        cli.print(rows, () => {
          if (rows.length === 0) return 'No alerts. Create one: lamppost alerts create --file alert.json';
          const columns: Column<Alert>[] = [
            { title: 'ID', value: ({ id }) => id, isWhole: true },
            { title: 'STATE', value: stateOf },
            { title: 'CHANGED', value: (row) => formatAgo(row.state_since) },
            { title: 'VALUE', value: lastValue, align: 'right' },
            { title: 'NAME', value: ({ name }) => printable(name) },
          ];
          return drawTable(cli.terminal, columns, rows);
        });
      }),
    );
}

function defineShow(command: Command): void {
  command
    .argument(...ALERT)
    .description('Show an alert and its last evaluation')
    .addHelpText('after', examples('lamppost alerts show 0190a5e2-7c1b-7d3e-8f4a-5b6c7d8e9f01'))
    .action(
      handle<object, [string]>(async (cli, _, id) => {
        const alert = await (await cli.client()).data('showAlert', { params: { id } });
        cli.print(alert, () => drawAlert(cli, alert));
      }),
    );
}

function defineMute(command: Command): void {
  command
    .argument(...ALERT)
    .description('Mute an alert: it is still evaluated but sends no messages')
    .option('--for <span>', 'Such as 30m, 8h, 7d; default: until it is unmuted')
    .option('--off', 'Unmute it')
    .addHelpText('after', examples('lamppost alerts mute 0190a5e2-7c1b-7d3e-8f4a-5b6c7d8e9f01 --for 8h'))
    .action(
      handle<{ for?: string; off?: boolean }, [string]>(async (cli, options, id) => {
        if (options.off === true && options.for !== undefined) throw usageError('--off and --for cannot be combined.');
        const until = options.for === undefined ? null : new Date(Date.now() + spanMs(options.for)).toISOString();
        const body = options.off === true ? { muted: false } : { muted: true, until };
        const alert = await (await cli.client()).data('muteAlert', { params: { id }, body });
        cli.print(alert, () => {
          if (!alert.muted) return `Unmuted ${printable(alert.name)}.`;
          return `Muted ${printable(alert.name)}${alert.muted_until === null ? '' : ` until ${formatTime(alert.muted_until)}`}.`;
        });
      }),
    );
}

function defineCreate(command: Command): void {
  command
    .description('Create an alert from a JSON file')
    .requiredOption('--file <file>', 'JSON file with name, query, interval and condition; - reads stdin')
    .addHelpText('after', examples('lamppost alerts create --file alert.json'))
    .action(
      handle<{ file: string }>(async (cli, { file }) => {
        const sent = parseJson(await readTextFile(file), file) as Wire['NewAlertBody'];
        const body = { ...(await queryOf(cli)), ...sent };
        const alert = await (await cli.client()).data('createAlert', { body });
        cli.print(alert, () => `Created the alert ${alert.id}.`);
      }),
    );
}

function spanMs(text: string): number {
  const [, count, unit] = SPAN.exec(text) ?? [];
  if (unit === undefined || Number(count) === 0) throw usageError(`--for must be like 30m, 8h or 7d, not "${text}".`);
  return Number(count) * (SPAN_MS[unit] ?? 0);
}
