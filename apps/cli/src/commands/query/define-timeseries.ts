import type { Wire } from '@lamppost/protocol';
import type { Command } from 'commander';
import { usageError } from '../../exit/usage-error.ts';
import { collect, examples, handle } from '../cli.ts';
import { omitUndefined, readChoice, readNumber } from '../read-options.ts';
import { askInsight } from './ask-insight.ts';
import { askPeople } from './ask-people.ts';
import { type CountByOptions, noteUnit, readUnit, withCountBy } from './count-by.ts';
import { drawTimeseries } from './draw-timeseries.ts';
import { type RangedOptions, ranged } from './ranged.ts';
import { readAggregation } from './read-aggregation.ts';
import { readFilter, readRange } from './read-query.ts';
import { readFormula, readSeries } from './read-series.ts';

interface TimeseriesOptions extends RangedOptions, CountByOptions {
  readonly interval?: string;
  readonly measure?: string;
  readonly series?: readonly string[];
  readonly formula?: readonly string[];
  readonly showSeries?: boolean;
  readonly by?: readonly string[];
  readonly values?: string;
  readonly cumulative?: boolean;
  readonly movingAverage?: string;
  readonly compare?: string;
}

const INTERVALS = ['minute', 'hour', 'day', 'week', 'month', 'quarter', 'year', 'total'] as const;
const COMPARISONS = ['previous_period', 'previous_year'] as const;

export function defineTimeseries(command: Command): void {
  withCountBy(ranged(command.argument('[event]', 'Name of the event; or use --series'), '7d'))
    .description('How often events happened over time')
    .option('--interval <interval>', INTERVALS.join(', '), 'day')
    .option('--series <event>', 'Another event, or event@measure; repeat for more. Letters are A, B, C…', collect)
    .option(
      '--formula <formula>',
      'Formula over the letters: "B / A * 100", "Conversion = B / A * 100"; repeat for more',
      collect,
    )
    .option('--show-series', 'With --formula: the series as well')
    .option('--by <field>', 'A line for each value, such as platform; up to three times', collect)
    .option('--values <count>', 'With --by: number of values to show, 1 to 50; the others are added up')
    .option(
      '--measure <what>',
      'count, persons, sessions, first_time, per_person:average, session_duration:p90, or sum:event_properties.amount, p95:…, count_distinct:…',
    )
    .option('--cumulative', 'Running totals')
    .option('--moving-average <points>', 'Average over this many points, 2 to 90')
    .option('--compare <period>', 'previous_period or previous_year')
    .addHelpText(
      'after',
      examples(
        'lamppost query timeseries purchase --last 30d --compare previous_period',
        'lamppost query timeseries purchase --by platform --measure sum:event_properties.amount',
        'lamppost query timeseries --series checkout@persons --series purchase@persons --formula "B / A * 100"',
      ),
    )
    .action(
      handle<TimeseriesOptions, [string | undefined]>(async (cli, options, event) => {
        const query = readTimeseries(event, options);
        if (options.people !== undefined) return askPeople(cli, query, options.people);
        const result = await askInsight(cli, query);
        cli.print(result, () => noteUnit(drawTimeseries(cli.terminal, result, options.cumulative), options));
      }),
    );
}

function readTimeseries(event: string | undefined, options: TimeseriesOptions): Wire['TimeseriesQuery'] {
  const { compare, values, movingAverage } = options;
  return {
    kind: 'timeseries',
    ...measured(event, options),
    interval: readChoice(options.interval ?? 'day', INTERVALS, '--interval'),
    range: readRange(options),
    ...brokenDown(options.by),
    ...readUnit(options),
    ...omitUndefined({
      filters: options.where?.map(readFilter),
      formulas: options.formula?.map(readFormula),
      showSeries: options.showSeries,
      breakdownLimit: values === undefined ? undefined : readNumber(values, '--values', 1, 50),
      cumulative: options.cumulative,
      movingAverage: movingAverage === undefined ? undefined : readNumber(movingAverage, '--moving-average', 2, 90),
      compare: compare === undefined ? undefined : readChoice(compare, COMPARISONS, '--compare'),
    }),
  };
}

/** The event of the command is the first series. */
function measured(event: string | undefined, { series, measure }: TimeseriesOptions) {
  if (series === undefined) {
    if (event === undefined) throw usageError('Give the name of an event, or --series.');
    return { event, aggregation: readAggregation(measure ?? 'count') };
  }
  if (event === undefined && measure !== undefined) {
    throw usageError('--measure applies to the event argument; a series has its own: --series purchase@persons.');
  }
  const first = event === undefined ? [] : [{ event, aggregation: readAggregation(measure ?? 'count') }];
  return { series: [...first, ...series.map(readSeries)] };
}

const brokenDown = (by: readonly string[] = []) => {
  const [only, ...more] = by;
  if (only === undefined) return {};
  return more.length === 0 ? { breakdownProperty: only } : { breakdowns: [...by] };
};
