import type { Wire } from '@lamppost/protocol';
import type { Command } from 'commander';
import { drawFacts } from '../../output/draw-facts.ts';
import { type Column, drawTable } from '../../output/draw-table.ts';
import { countOf, formatNumber, formatTime } from '../../output/format.ts';
import { printable } from '../../output/printable.ts';
import { type Cli, examples, handle } from '../cli.ts';
import { omitUndefined } from '../read-options.ts';

type Results = Wire['ResultsAnswer']['data'];
type MetricResult = Results['metrics'][number];
type VariantResult = MetricResult['variants'][number];

export function defineResults(command: Command): void {
  command
    .argument('<key>', 'Key or id of the experiment')
    .description('Show the verdict, and each metric by variant')
    .option('--as-of <time>', 'Results at this time, ISO 8601; default: now')
    .option('--by <field>', 'Also split by a field, such as platform')
    .addHelpText('after', examples('lamppost experiments results button_colour'))
    .action(
      handle<{ asOf?: string; by?: string }, [string]>(async (cli, { asOf, by }, id) => {
        const query = omitUndefined({ as_of: asOf, breakdown: by });
        const results = await (await cli.client()).data('experimentResults', { params: { id }, query });
        cli.print(results, () => drawResults(cli, results));
      }),
    );
}

function drawResults(cli: Cli, results: Results): string {
  const { bold, red } = cli.terminal.colours;
  const facts = drawFacts(cli.terminal, [
    ['Status', results.status],
    ['Started', results.started_at === null ? 'not yet' : formatTime(results.started_at)],
    ['As of', formatTime(results.as_of)],
    results.days_to_go === null ? undefined : ['Time left', `about ${countOf(results.days_to_go, 'day')}`],
    results.excluded_units === 0
      ? undefined
      : ['Excluded', `${countOf(results.excluded_units, 'unit')} saw more than one variant`],
  ]);
  const exposures: Column<Results['exposures'][number]>[] = [
    { title: 'VARIANT', value: (row) => printable(row.variant_key) + (row.is_control ? ' (control)' : '') },
    { title: 'UNITS', value: (row) => formatNumber(row.units), align: 'right' },
    { title: 'EXPECTED', value: (row) => formatNumber(Math.round(row.expected_units)), align: 'right' },
  ];
  return [
    bold(printable(results.verdict)),
    ...results.reasons.map((reason) => `- ${printable(reason)}`),
    '',
    facts,
    '',
    drawTable(cli.terminal, exposures, results.exposures),
    ...(results.srm.ok === false
      ? [red('The split differs from the design (sample ratio mismatch): do not trust these results.')]
      : []),
    ...drawMetrics(cli, results.metrics),
    ...(results.segments ?? []).flatMap((segment) => [
      '',
      bold(`${printable(results.breakdown ?? '')} = ${printable(segment.value)}`),
      ...drawMetrics(cli, segment.metrics),
    ]),
  ].join('\n');
}

function drawMetrics(cli: Cli, metrics: readonly MetricResult[]): string[] {
  const { bold, yellow } = cli.terminal.colours;
  return metrics.flatMap((metric) => [
    '',
    `${bold(metricTitle(metric))}${metric.is_guardrail ? yellow('  guardrail') : ''}`,
    metric.missing === null ? drawMetric(cli, metric) : `  ${printable(metric.missing)}`,
  ]);
}

const metricTitle = ({ name, metric_type, event_name, is_primary }: MetricResult): string =>
  `${printable(name ?? `${metric_type} of ${event_name}`)}${is_primary ? ' (primary)' : ''}`;

function drawMetric(cli: Cli, metric: MetricResult): string {
  const { green, red } = cli.terminal.colours;
  const columns: Column<VariantResult>[] = [
    { title: 'VARIANT', value: (row) => printable(row.variant_key) },
    { title: 'UNITS', value: (row) => formatNumber(row.units), align: 'right' },
    { title: 'VALUE', value: (row) => sayValue(row.value, metric.unit_of_value), align: 'right' },
    { title: 'LIFT', value: (row) => sayLift(row.lift_rel), align: 'right' },
    {
      title: 'INTERVAL',
      value: ({ interval }) => (interval === null ? '–' : `${sayLift(interval[0])} to ${sayLift(interval[1])}`),
      align: 'right',
    },
    {
      title: 'STATUS',
      value: (row) => row.decision.replaceAll('_', ' '),
      colour: (text, { decision }) =>
        decision === 'better' ? green(text) : decision === 'worse' || decision === 'breached' ? red(text) : text,
    },
  ];
  return drawTable(cli.terminal, columns, metric.variants);
}

function sayValue(value: number | null, unit: MetricResult['unit_of_value']): string {
  if (value === null) return '–';
  if (unit === 'share') return `${(value * 100).toFixed(2)} %`;
  return unit === 'ms' ? `${formatNumber(value)} ms` : formatNumber(value);
}

/** A fraction of the control: 0.05 is +5 %. */
const sayLift = (lift: number | null): string =>
  lift === null ? '–' : `${lift > 0 ? '+' : ''}${(lift * 100).toFixed(1)} %`;
