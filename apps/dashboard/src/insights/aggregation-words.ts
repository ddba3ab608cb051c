import type { AggregationKind, TrendsInsight } from './insight.ts';

export interface AggregationWords {
  readonly kind: AggregationKind;
  /** On the pill, followed by the field where there is one: "Average of price". */
  readonly label: string;
  /** In the middle of a sentence. */
  readonly phrase: string;
  readonly detail: string;
  /** Only numbers can be added up; any field has different values; some have several figures. */
  readonly takes: 'nothing' | 'any field' | 'numbers' | 'figure';
}

const ofNumbers = 'number fields';

export const aggregationWords: readonly AggregationWords[] = [
  { kind: 'count', label: 'Number of', phrase: 'number of', detail: 'events', takes: 'nothing' },
  {
    kind: 'persons',
    label: 'People with',
    phrase: 'people with',
    detail: 'each person counted once per interval',
    takes: 'nothing',
  },
  {
    kind: 'sessions',
    label: 'Sessions with',
    phrase: 'sessions with',
    detail: 'each session counted once per interval',
    takes: 'nothing',
  },
  {
    kind: 'first_time',
    label: 'First-time people with',
    phrase: 'first-time people with',
    detail: 'people who never did it before',
    takes: 'nothing',
  },
  {
    kind: 'per_person',
    label: 'Events per person',
    phrase: 'events per person of',
    detail: 'average, median or percentile',
    takes: 'figure',
  },
  {
    kind: 'session_duration',
    label: 'Session duration',
    phrase: 'session duration with',
    detail: 'in seconds, of sessions with the event',
    takes: 'figure',
  },
  {
    kind: 'count_distinct',
    label: 'Unique values of',
    phrase: 'unique values of',
    detail: 'any field',
    takes: 'any field',
  },
  { kind: 'sum', label: 'Sum of', phrase: 'sum of', detail: ofNumbers, takes: 'numbers' },
  { kind: 'average', label: 'Average of', phrase: 'average of', detail: ofNumbers, takes: 'numbers' },
  { kind: 'min', label: 'Minimum of', phrase: 'minimum of', detail: ofNumbers, takes: 'numbers' },
  { kind: 'max', label: 'Maximum of', phrase: 'maximum of', detail: ofNumbers, takes: 'numbers' },
  { kind: 'p50', label: 'Median of', phrase: 'median of', detail: ofNumbers, takes: 'numbers' },
  { kind: 'p90', label: '90th percentile of', phrase: '90th percentile of', detail: ofNumbers, takes: 'numbers' },
  { kind: 'p95', label: '95th percentile of', phrase: '95th percentile of', detail: ofNumbers, takes: 'numbers' },
  { kind: 'p99', label: '99th percentile of', phrase: '99th percentile of', detail: ofNumbers, takes: 'numbers' },
];

export function wordsOfAggregation(kind: AggregationKind): AggregationWords {
  const found = aggregationWords.find((words) => words.kind === kind);
  if (found === undefined) throw new Error(`There is no aggregation "${kind}".`);
  return found;
}

const figureWords: Readonly<Record<string, string>> = {
  average: 'average',
  sum: 'total',
  min: 'minimum',
  max: 'maximum',
  p50: 'median',
  p90: '90th percentile',
  p95: '95th percentile',
  p99: '99th percentile',
};

export const figureLabel = (of: string | null): string => figureWords[of ?? 'average'] ?? 'average';

/** The figures that an aggregation has; none where it is a figure by itself. */
export function figuresOf(kind: AggregationKind): readonly string[] {
  if (kind === 'per_person') return ['average', 'p50', 'p90', 'p95', 'p99', 'min', 'max'];
  return kind === 'session_duration' ? ['average', 'p50', 'p90', 'p95', 'p99', 'sum'] : [];
}

/** Buckets of these may be added up to the value of the range; those of averages and percentiles may not. */
export const isAdditive = (kind: AggregationKind, of: string | null): boolean =>
  kind === 'count' || kind === 'sum' || kind === 'first_time' || (kind === 'session_duration' && of === 'sum');

const countingPeople: ReadonlySet<AggregationKind> = new Set(['persons', 'first_time', 'per_person']);

/** Whether a trend counts people, or something in their place. */
export const countsPeople = ({ series }: Pick<TrendsInsight, 'series'>): boolean =>
  series.some(({ aggregation }) => countingPeople.has(aggregation));
