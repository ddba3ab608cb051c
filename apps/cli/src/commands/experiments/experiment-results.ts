import type { Route } from '@lamppost/protocol';
import type { Command } from 'commander';
import { ApiFailure } from '../../client/failure-of.ts';
import { CliError } from '../../exit/cli-error.ts';
import { exitCodes } from '../../exit/exit-codes.ts';
import { drawFacts } from '../../output/draw-facts.ts';
import { type Column, drawTable } from '../../output/draw-table.ts';
import { formatNumber, formatTime } from '../../output/format.ts';
import { printable } from '../../output/printable.ts';
import { type Cli, examples, handle } from '../cli.ts';
import { omitUndefined } from '../read-options.ts';

/** As much of the answer as is shown; `--json` passes all of it on. */
interface ExperimentResults {
  readonly experiment_key: string;
  readonly status: string;
  readonly started_at: string | null;
  readonly as_of: string;
  readonly verdict: string;
  readonly reasons: readonly string[];
  readonly exposures: readonly { variant_key: string; is_control: boolean; units: number; expected_units: number }[];
  readonly srm: { readonly p_value: number | null; readonly ok: boolean | null };
  readonly excluded_units: number;
  readonly days_to_go: number | null;
  readonly metrics: readonly MetricResult[];
}

interface MetricResult {
  readonly event_name: string;
  readonly metric_type: string;
  readonly name: string | null;
  readonly is_primary: boolean;
  readonly is_guardrail: boolean;
  readonly unit_of_value: 'share' | 'number' | 'ms' | 'ratio';
  readonly missing: string | null;
  readonly variants: readonly VariantResult[];
}

interface VariantResult {
  readonly variant_key: string;
  readonly units: number;
  readonly value: number | null;
  readonly lift_rel: number | null;
  readonly interval: readonly [number, number] | null;
  readonly chance_to_beat: number | null;
  readonly decision: string;
}

const ROUTE: Route = {
  method: 'GET',
  path: '/v1/experiments/:id/results',
  access: ['secret'],
  summary: 'Results of an experiment',
  success: { 200: null },
};

export function defineResults(command: Command): void {
  command
    .argument('<key>', 'Key or id of the experiment')
    .description('Show the verdict, and each metric by variant')
    .option('--as-of <time>', 'As it was known then, ISO 8601; now when absent')
    .option('--by <field>', 'Also split by a field, such as platform')
    .addHelpText('after', examples('lamppost experiments results button_colour'))
    .action(
      handle<{ asOf?: string; by?: string }, [string]>(async (cli, { asOf, by }, id) => {
        const results = await readResults(cli, id, omitUndefined({ as_of: asOf, breakdown: by }));
        cli.print(results, () => drawResults(cli, results));
      }),
    );
}

async function readResults(cli: Cli, id: string, query: Record<string, string>): Promise<ExperimentResults> {
  const client = await cli.client();
  try {
    const response = await client.request(ROUTE, { params: { id }, query });
    return ((await response.json()) as { data: ExperimentResults }).data;
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.status !== 404) throw error;
    // Either there is no such experiment, or no such route.
    await client.data('showExperiment', { params: { id } });
    throw new CliError('This server is too old for results of experiments.', {
      exitCode: exitCodes.failure,
      hint: 'Upgrade it; until then: lamppost query sql',
    });
  }
}

function drawResults(cli: Cli, results: ExperimentResults): string {
  const { bold, red, yellow } = cli.terminal.colours;
  const facts = drawFacts(cli.terminal, [
    ['Status', results.status],
    ['Started', results.started_at === null ? 'not yet' : formatTime(results.started_at)],
    ['As of', formatTime(results.as_of)],
    results.days_to_go === null ? undefined : ['To go', `about ${results.days_to_go} days`],
    results.excluded_units === 0
      ? undefined
      : ['Left out', `${formatNumber(results.excluded_units)} units that saw two variants`],
  ]);
  const exposures: Column<ExperimentResults['exposures'][number]>[] = [
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
      ? [red('The split is not as designed (sample ratio mismatch): do not trust these results.')]
      : []),
    ...results.metrics.flatMap((metric) => [
      '',
      `${bold(metricTitle(metric))}${metric.is_guardrail ? yellow('  guardrail') : ''}`,
      metric.missing === null ? drawMetric(cli, metric) : `  ${printable(metric.missing)}`,
    ]),
  ].join('\n');
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
      title: 'DECISION',
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
