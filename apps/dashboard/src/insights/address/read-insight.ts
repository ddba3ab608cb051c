import { aggregationWords, figuresOf } from '../aggregation-words.ts';
import {
  calendarIntervals,
  chartTypes,
  comparisons,
  type EventChoice,
  emptyInsight,
  type FunnelExclusion,
  type FunnelStep,
  funnelOrders,
  funnelViews,
  type Insight,
  type InsightKind,
  type InsightOf,
  intervals,
  LEAST_STEPS,
  MAX_BREAKDOWNS,
  MAX_DEPTH,
  MAX_EVENTS,
  MAX_EXCLUSIONS,
  MAX_FORMULAS,
  MAX_GROUPS,
  MAX_SERIES,
  MAX_STEPS,
  retentionIntervals,
  type TrendFormula,
  type TrendSeries,
} from '../insight.ts';
import { readFilters } from './read-filters.ts';
import { Broken, choice, list, object, type Raw, text, truth, whole } from './read-parts.ts';

export type ReadInsight<Q = Insight> =
  | { readonly kind: 'read'; readonly insight: Q }
  /** `because` names the first part that could not be read, for the one who made the link. */
  | { readonly kind: 'broken'; readonly because: string };

const aggregations = aggregationWords.map(({ kind }) => kind);
const MAX_NAME_LENGTH = 256;
const MAX_FIELD_LENGTH = 1400;
const MAX_FORMULA_LENGTH = 200;
const MAX_SQL_LENGTH = 20_000;

/** Reads what stands in an address. Anybody may have typed it, so everything is looked at. */
export function readInsight<K extends InsightKind>(kind: K, raw: unknown): ReadInsight<InsightOf<K>> {
  if (raw === undefined) return { kind: 'read', insight: emptyInsight(kind) };
  try {
    return { kind: 'read', insight: readers[kind](object(raw, 'the query')) as InsightOf<K> };
  } catch (error) {
    if (error instanceof Broken) return { kind: 'broken', because: error.message };
    throw error;
  }
}

const readers: { readonly [K in InsightKind]: (raw: Raw) => InsightOf<K> } = {
  timeseries: (raw) => ({
    kind: 'timeseries',
    series: list(raw.series ?? [{}], 'series', 1, MAX_SERIES).map(readSeries),
    formulas: list(raw.formulas ?? [], 'formulas', 0, MAX_FORMULAS).map(readFormula),
    showsSeries: truth(raw.showsSeries, 'showsSeries'),
    filters: readFilters(raw.filters, 'filters'),
    breakdowns: readBreakdowns(raw.breakdown),
    breakdownLimit: raw.limit === undefined ? null : whole(raw.limit, 'limit', 1, 50),
    interval: raw.interval === undefined ? 'auto' : choice(raw.interval, 'interval', [...intervals, 'auto']),
    chart: choice(raw.chart ?? 'line', 'chart', chartTypes),
    smoothing: readSmoothing(raw.smoothing),
    // Links used to say only that the period before is shown.
    compare: raw.compared === true ? 'previous_period' : choice(raw.compare ?? 'none', 'compare', comparisons),
    countBy: readCountBy(raw),
  }),
  funnel: (raw) => ({
    kind: 'funnel',
    steps: list(raw.steps ?? [{}, {}], 'steps', LEAST_STEPS, MAX_STEPS).map(readStep),
    order: choice(raw.order ?? 'ordered', 'order', funnelOrders),
    exclusions: list(raw.exclusions ?? [], 'exclusions', 0, MAX_EXCLUSIONS).map(readExclusion),
    holdConstant: text(raw.hold, 'hold', MAX_FIELD_LENGTH),
    filters: readFilters(raw.filters, 'filters'),
    breakdown: text(raw.breakdown, 'breakdown', MAX_FIELD_LENGTH),
    attribution: choice(raw.attribution ?? 'first', 'attribution', ['first', 'last']),
    conversionWindow: readWindow(raw.window),
    view: choice(raw.view ?? 'steps', 'view', funnelViews),
    interval: choice(raw.interval ?? 'auto', 'interval', [...retentionIntervals, 'auto']),
    countBy: readCountBy(raw),
  }),
  retention: (raw) => ({
    kind: 'retention',
    cohortEvent: readEvent(raw.cohort, 'cohort'),
    returnEvent: readEvent(raw.return, 'return'),
    interval: choice(raw.interval ?? 'day', 'interval', retentionIntervals),
    mode: choice(raw.mode ?? 'on', 'mode', ['on', 'on_or_after']),
    start: choice(raw.start ?? 'first_in_range', 'start', ['first_in_range', 'first_time']),
    breakdown: text(raw.breakdown, 'breakdown', MAX_FIELD_LENGTH),
    filters: readFilters(raw.filters, 'filters'),
    unit: choice(raw.unit ?? 'percent', 'unit', ['percent', 'count']),
    countBy: readCountBy(raw),
  }),
  paths: (raw) => ({
    kind: 'paths',
    startEvent: readEvent(raw.start, 'start'),
    endEvent: readEvent(raw.end, 'end'),
    depth: whole(raw.depth ?? 5, 'depth', 1, MAX_DEPTH),
    excluded: list(raw.excluded ?? [], 'excluded', 0, MAX_EVENTS).map((name) => required(name, 'excluded')),
    groups: list(raw.groups ?? [], 'groups', 0, MAX_GROUPS).map((value) => {
      const group = object(value, 'groups');
      return {
        name: text(group.name, 'groups: name', MAX_NAME_LENGTH) ?? '',
        pattern: text(group.pattern, 'groups: pattern', MAX_NAME_LENGTH) ?? '',
      };
    }),
    nodeProperty: text(raw.property, 'property', MAX_FIELD_LENGTH),
    showsSystem: truth(raw.system, 'system'),
    filters: readFilters(raw.filters, 'filters'),
  }),
  lifecycle: (raw) => ({ kind: 'lifecycle', ...readPeriods(raw) }),
  stickiness: (raw) => ({ kind: 'stickiness', ...readPeriods(raw) }),
  distribution: (raw) => ({
    kind: 'distribution',
    event: readEvent(raw.event, 'event'),
    field: text(raw.field, 'field', MAX_FIELD_LENGTH),
    buckets: whole(raw.buckets ?? 20, 'buckets', 2, 50),
    filters: readFilters(raw.filters, 'filters'),
  }),
  sql: (raw) => ({ kind: 'sql', sql: text(raw.sql, 'sql', MAX_SQL_LENGTH) ?? '' }),
};

const readCountBy = (raw: Raw): string | null => text(raw.countBy, 'countBy', MAX_FIELD_LENGTH);

const readPeriods = (raw: Raw) => ({
  event: readEvent(raw.event, 'event'),
  interval: choice(raw.interval ?? 'day', 'interval', calendarIntervals),
  filters: readFilters(raw.filters, 'filters'),
  countBy: readCountBy(raw),
});

/** A name, a list of names, or an empty list for any event. */
function readEvent(value: unknown, at: string): EventChoice {
  if (!Array.isArray(value)) return text(value, at, MAX_NAME_LENGTH);
  return list(value, at, 0, MAX_EVENTS).map((name) => required(name, at));
}

function required(value: unknown, at: string): string {
  const found = text(value, at, MAX_NAME_LENGTH);
  if (found === null) throw new Broken(`${at} must have a name`);
  return found;
}

function readSeries(value: unknown, index: number): TrendSeries {
  const at = `series ${index + 1}`;
  const raw = object(value, at);
  const aggregation = choice(raw.aggregation ?? 'count', `${at}: aggregation`, aggregations);
  const field = text(raw.field, `${at}: field`, MAX_FIELD_LENGTH);
  const figures = figuresOf(aggregation);
  // Unique persons were the unique values of a field before they had a measure of their own.
  const isPersons = aggregation === 'count_distinct' && field === 'person_id';
  return {
    event: readEvent(raw.event, `${at}: event`),
    aggregation: isPersons ? 'persons' : aggregation,
    field: isPersons || aggregation === 'count' ? null : field,
    of: figures.length === 0 ? null : choice(raw.of ?? 'average', `${at}: of`, figures),
    filters: readFilters(raw.filters, `${at}: filters`),
    name: text(raw.name, `${at}: name`, MAX_NAME_LENGTH),
  };
}

function readFormula(value: unknown, index: number): TrendFormula {
  const at = `formula ${index + 1}`;
  const raw = object(value, at);
  return {
    expression: text(raw.expression, at, MAX_FORMULA_LENGTH) ?? '',
    name: text(raw.name, `${at}: name`, MAX_NAME_LENGTH),
  };
}

/** One field as a text, as links always had it, or a list. */
function readBreakdowns(value: unknown): readonly string[] {
  if (!Array.isArray(value)) {
    const only = text(value, 'breakdown', MAX_FIELD_LENGTH);
    return only === null ? [] : [only];
  }
  return list(value, 'breakdown', 0, MAX_BREAKDOWNS).flatMap(
    (field) => text(field, 'breakdown', MAX_FIELD_LENGTH) ?? [],
  );
}

function readSmoothing(value: unknown): 'none' | 'cumulative' | number {
  if (value === undefined) return 'none';
  return value === 'cumulative' ? 'cumulative' : whole(value, 'smoothing', 2, 90);
}

function readStep(value: unknown, index: number): FunnelStep {
  const at = `step ${index + 1}`;
  const raw = object(value, at);
  return { event: readEvent(raw.event, `${at}: event`), filters: readFilters(raw.filters, `${at}: filters`) };
}

function readExclusion(value: unknown, index: number): FunnelExclusion {
  const at = `exclusion ${index + 1}`;
  const raw = object(value, at);
  return {
    event: readEvent(raw.event, `${at}: event`),
    filters: readFilters(raw.filters, `${at}: filters`),
    fromStep: whole(raw.from ?? 0, `${at}: from`, 0, MAX_STEPS - 1),
    toStep: raw.to === undefined ? null : whole(raw.to, `${at}: to`, 0, MAX_STEPS - 1),
  };
}

function readWindow(value: unknown): string {
  if (value === undefined) return '7d';
  if (typeof value === 'string' && /^\d{1,6}[dhm]$/.test(value)) return value;
  throw new Broken('window must be a time such as 30m, 12h or 7d');
}
