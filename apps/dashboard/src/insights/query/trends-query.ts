import type { Wire } from '@lamppost/protocol';
import { type TimeRange, toWireRange } from '../../navigation/time-range.ts';
import { countsPeople, figuresOf, wordsOfAggregation } from '../aggregation-words.ts';
import type { TrendSeries, TrendsInsight } from '../insight.ts';
import { intervalOfRange } from '../interval-of-range.ts';
import { wireEvent } from './wire-event.ts';
import { wireFilters } from './wire-filters.ts';
import { wireUnit } from './wire-unit.ts';

/** A single series is asked in the short form, several and formulas as `series`. */
export function trendsQuery(insight: TrendsInsight, range: TimeRange): Wire['TimeseriesQuery'] {
  const { series, breakdowns, breakdownLimit, smoothing, compare } = insight;
  const formulas = insight.formulas.filter(({ expression }) => expression.trim() !== '');
  const [only] = series;
  const isShort = series.length === 1 && formulas.length === 0 && only?.name === null;
  const [breakdown] = breakdowns;
  return {
    kind: 'timeseries',
    ...(isShort && only !== undefined
      ? {
          event: wireEvent(only.event),
          aggregation: aggregationOf(only),
          filters: wireFilters([...only.filters, ...insight.filters]),
        }
      : { series: series.map(seriesQuery), filters: wireFilters(insight.filters) }),
    ...(formulas.length === 0
      ? {}
      : { formulas: formulas.map(({ expression, name }) => ({ expression, ...(name === null ? {} : { name }) })) }),
    ...(formulas.length > 0 && insight.showsSeries ? { showSeries: true } : {}),
    ...(breakdowns.length > 1 ? { breakdowns: [...breakdowns] } : {}),
    ...(breakdowns.length === 1 && breakdown !== undefined ? { breakdownProperty: breakdown } : {}),
    ...(breakdowns.length > 0 && breakdownLimit !== null ? { breakdownLimit } : {}),
    interval: insight.interval === 'auto' ? intervalOfRange(range) : insight.interval,
    range: toWireRange(range),
    ...(smoothing === 'cumulative' ? { cumulative: true } : {}),
    ...(typeof smoothing === 'number' ? { movingAverage: smoothing } : {}),
    ...(compare === 'none' ? {} : { compare }),
    ...wireUnit(countsPeople(insight) ? insight.countBy : null),
  };
}

function seriesQuery(series: TrendSeries): NonNullable<Wire['TimeseriesQuery']['series']>[number] {
  const { event, filters, name } = series;
  return {
    event: wireEvent(event),
    aggregation: aggregationOf(series),
    ...(filters.length === 0 ? {} : { filters: wireFilters(filters) }),
    ...(name === null ? {} : { name }),
  };
}

function aggregationOf({ aggregation: kind, field, of }: TrendSeries): Wire['InsightAggregation'] {
  const { takes } = wordsOfAggregation(kind);
  if (takes === 'figure') {
    return { kind, of: figuresOf(kind).find((figure) => figure === of) ?? 'average' } as Wire['InsightAggregation'];
  }
  return (takes === 'nothing' ? { kind } : { kind, field: field ?? '' }) as Wire['InsightAggregation'];
}
