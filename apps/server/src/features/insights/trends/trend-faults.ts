import { parseFieldPath, parsePersonField, type Wire } from '@lamppost/protocol';
import type { Fault } from '../fault.ts';
import { FormulaFault, parseFormula } from './formula/parse-formula.ts';
import { type TimeseriesQuery, trendSeries } from './trend-series.ts';

/** What every kind of query checks in the same way. */
export interface SharedChecks {
  readonly fieldFaults: (place: string, field: string) => Fault[];
  readonly filterFaults: (place: string, filters: readonly Wire['InsightFilter'][]) => Fault[];
}

/** What a timeseries asks for that there is not, beside its range and its filters. */
export function trendFaults(query: TimeseriesQuery, { fieldFaults, filterFaults }: SharedChecks): Fault[] {
  const exclusive = exclusionFaults(query);
  if (exclusive.length > 0) return exclusive;
  const series = trendSeries(query);
  return [
    ...series.flatMap(({ aggregation, filters, place }) => [
      ...filterFaults(`${place}filters`, filters),
      ...aggregationFaults(`${place}aggregation.field`, aggregation, fieldFaults),
    ]),
    ...(query.breakdowns ?? []).flatMap((field, index) => fieldFaults(`breakdowns.${index}`, field)),
    ...(query.formulas ?? []).flatMap(({ expression }, index) =>
      formulaFaults(`formulas.${index}.expression`, expression, series.length),
    ),
  ];
}

/** Members that do not go together, or need each other. */
function exclusionFaults(query: TimeseriesQuery): Fault[] {
  const { event, series, aggregation, formulas, breakdowns, breakdownProperty } = query;
  const hasBreakdown = breakdowns !== undefined || breakdownProperty !== undefined;
  const checks: readonly (readonly [isWrong: boolean, ...fault: Fault])[] = [
    [event === undefined && series === undefined, 'event', 'is required, or series in its place'],
    [event !== undefined && series !== undefined, 'series', "can't be combined with event: use one of them"],
    [
      event === undefined && series !== undefined && aggregation !== undefined,
      'aggregation',
      "can't be combined with series: each has its own",
    ],
    [query.showSeries !== undefined && formulas === undefined, 'showSeries', 'requires formulas'],
    [
      breakdowns !== undefined && breakdownProperty !== undefined,
      'breakdowns',
      "can't be combined with breakdownProperty",
    ],
    [breakdowns !== undefined && new Set(breakdowns).size < breakdowns.length, 'breakdowns', 'names a field twice'],
    [query.breakdownLimit !== undefined && !hasBreakdown, 'breakdownLimit', 'requires breakdowns'],
    [
      query.cumulative === true && query.movingAverage !== undefined,
      'movingAverage',
      "can't be combined with cumulative",
    ],
  ];
  return checks.flatMap(([isWrong, ...fault]) => (isWrong ? [fault] : []));
}

function aggregationFaults(
  place: string,
  aggregation: Wire['InsightAggregation'],
  fieldFaults: SharedChecks['fieldFaults'],
): Fault[] {
  if (aggregation.kind === 'count' || !('field' in aggregation)) return [];
  const faults = fieldFaults(place, aggregation.field);
  // The store refuses it where there is one event, so that queries that are kept stay as they are.
  if (faults.length > 0 || place === 'aggregation.field' || aggregation.kind === 'count_distinct') return faults;
  return isNumberField(aggregation.field) ? [] : [[place, NO_NUMBERS]];
}

const NO_NUMBERS = 'must be a numeric field: event_properties.<path>, event_context.<path> or user.<attribute>';

function isNumberField(field: string): boolean {
  const { of } = parsePersonField(field) ?? {};
  return parseFieldPath(field) !== undefined || of === 'user' || of === 'user_then';
}

function formulaFaults(place: string, expression: string, seriesCount: number): Fault[] {
  try {
    parseFormula(expression, seriesCount);
    return [];
  } catch (error) {
    if (error instanceof FormulaFault) return [[place, error.message]];
    throw error;
  }
}
