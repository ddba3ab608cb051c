import { type CompleteInsightQuery, eventNames, type Wire } from '@lamppost/protocol';
import { type EventSelection, selectionLabel } from '../queries/event-selection.ts';
import { seriesLetter } from './formula/parse-formula.ts';

export type TimeseriesQuery = Extract<CompleteInsightQuery, { kind: 'timeseries' }>;

/** One of the things that a timeseries measures, whether they were sent as `event` or as `series`. */
export interface TrendSeries {
  readonly letter: string;
  readonly name: string;
  readonly events: EventSelection;
  readonly aggregation: Wire['InsightAggregation'];
  /** Beside those of the query. */
  readonly filters: readonly Wire['InsightFilter'][];
  /** Where it stands in the query: empty, or `series.1.`. */
  readonly place: string;
}

/** In their order: A, B, C… */
export function trendSeries({ event, aggregation, series }: TimeseriesQuery): readonly TrendSeries[] {
  if (series === undefined) return [seriesOf({ event: event ?? null, aggregation }, 0, '')];
  return series.map((one, index) => seriesOf(one, index, `series.${index}.`));
}

function seriesOf(
  { event, aggregation = { kind: 'count' }, filters = [], name }: Wire['InsightSeries'],
  index: number,
  place: string,
): TrendSeries {
  const events = eventNames(event);
  return { letter: seriesLetter(index), name: name ?? selectionLabel(events), events, aggregation, filters, place };
}

/** The fields of a breakdown, in whichever way it was said. */
export const breakdownFields = ({ breakdowns, breakdownProperty }: TimeseriesQuery): readonly string[] =>
  breakdowns ?? (breakdownProperty === undefined ? [] : [breakdownProperty]);
