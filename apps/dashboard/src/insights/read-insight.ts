import { type Filter, filterOps } from '../design/filter-builder/filter-ops.ts';
import {
  type AggregationKind,
  chartTypes,
  emptyInsight,
  type FunnelStep,
  type Insight,
  type InsightKind,
  type InsightOf,
  intervals,
  LEAST_STEPS,
  MAX_DEPTH,
  MAX_FILTERS,
  MAX_SERIES,
  MAX_STEPS,
  type TrendSeries,
} from './insight.ts';

export type ReadInsight<Q = Insight> =
  | { readonly kind: 'read'; readonly insight: Q }
  /** `because` names the first part that could not be read, for the one who made the link. */
  | { readonly kind: 'broken'; readonly because: string };

const aggregations = [
  'count',
  'count_distinct',
  'sum',
  'average',
  'min',
  'max',
  'p50',
  'p90',
  'p95',
  'p99',
] as const satisfies AggregationKind[];
const MAX_NAME_LENGTH = 256;
const MAX_FIELD_LENGTH = 1400;
const MAX_TEXT_LENGTH = 1024;
const MAX_SQL_LENGTH = 20_000;
const MAX_VALUES = 100;

class Broken extends Error {}

type Raw = Readonly<Record<string, unknown>>;

/** Reads what stands in an address. Anybody may have typed it, so everything is looked at. */
export function readInsight<K extends InsightKind>(kind: K, raw: unknown): ReadInsight<InsightOf<K>> {
  if (raw === undefined) return { kind: 'read', insight: emptyInsight(kind) };
  try {
    return { kind: 'read', insight: readers[kind](object(raw, 'the question')) as InsightOf<K> };
  } catch (error) {
    if (error instanceof Broken) return { kind: 'broken', because: error.message };
    throw error;
  }
}

const readers: { readonly [K in InsightKind]: (raw: Raw) => InsightOf<K> } = {
  timeseries: (raw) => ({
    kind: 'timeseries',
    series: list(raw.series ?? [{}], 'series', 1, MAX_SERIES).map(readSeries),
    filters: readFilters(raw.filters, 'filters'),
    breakdown: text(raw.breakdown, 'breakdown', MAX_FIELD_LENGTH),
    interval: raw.interval === undefined ? 'auto' : choice(raw.interval, 'interval', [...intervals, 'auto']),
    chart: choice(raw.chart ?? 'line', 'chart', chartTypes),
    isCompared: truth(raw.compared, 'compared'),
  }),
  funnel: (raw) => ({
    kind: 'funnel',
    steps: list(raw.steps ?? [{}, {}], 'steps', LEAST_STEPS, MAX_STEPS).map(readStep),
    filters: readFilters(raw.filters, 'filters'),
    breakdown: text(raw.breakdown, 'breakdown', MAX_FIELD_LENGTH),
    conversionWindow: readWindow(raw.window),
  }),
  retention: (raw) => ({
    kind: 'retention',
    cohortEvent: text(raw.cohort, 'cohort', MAX_NAME_LENGTH),
    returnEvent: text(raw.return, 'return', MAX_NAME_LENGTH),
    interval: choice(raw.interval ?? 'day', 'interval', ['day', 'week']),
    filters: readFilters(raw.filters, 'filters'),
    unit: choice(raw.unit ?? 'percent', 'unit', ['percent', 'count']),
  }),
  paths: (raw) => ({
    kind: 'paths',
    startEvent: text(raw.start, 'start', MAX_NAME_LENGTH),
    endEvent: text(raw.end, 'end', MAX_NAME_LENGTH),
    depth: readDepth(raw.depth),
    filters: readFilters(raw.filters, 'filters'),
  }),
  sql: (raw) => ({ kind: 'sql', sql: text(raw.sql, 'sql', MAX_SQL_LENGTH) ?? '' }),
};

function readSeries(value: unknown, index: number): TrendSeries {
  const at = `series ${index + 1}`;
  const raw = object(value, at);
  const aggregation = choice(raw.aggregation ?? 'count', `${at}: aggregation`, aggregations);
  return {
    event: text(raw.event, `${at}: event`, MAX_NAME_LENGTH),
    aggregation,
    field: aggregation === 'count' ? null : text(raw.field, `${at}: field`, MAX_FIELD_LENGTH),
    filters: readFilters(raw.filters, `${at}: filters`),
  };
}

function readStep(value: unknown, index: number): FunnelStep {
  const at = `step ${index + 1}`;
  const raw = object(value, at);
  return {
    event: text(raw.event, `${at}: event`, MAX_NAME_LENGTH),
    filters: readFilters(raw.filters, `${at}: filters`),
  };
}

function readFilters(value: unknown, at: string): readonly Filter[] {
  if (value === undefined) return [];
  return list(value, at, 0, MAX_FILTERS).map((filter) => {
    const raw = object(filter, at);
    const op = choice(
      raw.op,
      `${at}: op`,
      filterOps.map((known) => known.op),
    );
    const field = text(raw.field, `${at}: field`, MAX_FIELD_LENGTH) ?? '';
    return op === 'is_null' || op === 'is_not_null' ? { field, op } : { field, op, value: readValue(raw.value, at) };
  });
}

function readValue(value: unknown, at: string): Filter['value'] {
  if (Array.isArray(value)) {
    return list(value, at, 0, MAX_VALUES).map((item) => scalar(item, at) as string | number);
  }
  return scalar(value ?? '', at);
}

function scalar(value: unknown, at: string): string | number | boolean {
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value === 'string' && value.length <= MAX_TEXT_LENGTH) return value;
  throw new Broken(`${at}: a value is neither a short text nor a number nor true or false`);
}

function readWindow(value: unknown): string {
  if (value === undefined) return '7d';
  if (typeof value === 'string' && /^\d{1,6}[dhm]$/.test(value)) return value;
  throw new Broken('window: it is not a time such as 30m, 12h or 7d');
}

function readDepth(value: unknown): number {
  const depth = value ?? 5;
  if (typeof depth === 'number' && Number.isInteger(depth) && depth >= 1 && depth <= MAX_DEPTH) return depth;
  throw new Broken(`depth: it is not a number from 1 to ${MAX_DEPTH}`);
}

function object(value: unknown, at: string): Raw {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Raw;
  throw new Broken(`${at} cannot be read`);
}

function list(value: unknown, at: string, least: number, max: number): readonly unknown[] {
  if (Array.isArray(value) && value.length >= least && value.length <= max) return value;
  throw new Broken(least === 0 ? `${at}: it is not a list of up to ${max}` : `${at}: ${least} to ${max} are needed`);
}

/** The address keeps what looks like a number as one, and names of events may. */
function text(value: unknown, at: string, longest: number): string | null {
  if (value === undefined || value === null) return null;
  const found = typeof value === 'number' ? String(value) : value;
  if (typeof found === 'string' && found.length <= longest) return found === '' ? null : found;
  throw new Broken(`${at}: it is not a text of up to ${longest} characters`);
}

function choice<const T extends string>(value: unknown, at: string, allowed: readonly T[]): T {
  const found = allowed.find((option) => option === value);
  if (found !== undefined) return found;
  throw new Broken(`${at}: it is none of ${allowed.join(', ')}`);
}

function truth(value: unknown, at: string): boolean {
  if (value === undefined) return false;
  if (typeof value === 'boolean') return value;
  throw new Broken(`${at}: it is neither true nor false`);
}
