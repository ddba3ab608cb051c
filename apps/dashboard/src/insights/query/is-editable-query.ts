import type { Wire } from '@lamppost/protocol';
import { filterOps } from '../../design/filter-builder/filter-ops.ts';
import { aggregationWords } from '../aggregation-words.ts';
import { type FeatureKind, isFeature } from '../features/feature-insight.ts';

type EventQuery = Exclude<Wire['InsightQuery'], { kind: 'sql' | FeatureKind }>;
type Filters = readonly Wire['InsightFilter'][];

/** Whether the builder can show all that a stored query asks. What it cannot show it would drop when it is saved. */
export function isEditableQuery(query: Wire['InsightQuery']): boolean {
  if (query.kind === 'sql' || isFeature(query)) return true;
  return filterListsOf(query).every(areShown) && isKnown(query);
}

function isKnown(query: EventQuery): boolean {
  if (query.kind === 'funnel') return query.correlate === undefined;
  if (query.kind !== 'timeseries') return true;
  const measures = [query.aggregation, ...(query.series ?? []).map(({ aggregation }) => aggregation)];
  return measures.every((measure) => aggregationWords.some(({ kind }) => kind === (measure?.kind ?? 'count')));
}

function filterListsOf(query: EventQuery): readonly Filters[] {
  const own = query.filters ?? [];
  if (query.kind === 'timeseries') return [own, ...(query.series ?? []).map(({ filters = [] }) => filters)];
  if (query.kind !== 'funnel') return [own];
  const steps = query.steps.map((step) => (typeof step === 'string' ? [] : (step.filters ?? [])));
  return [own, ...steps, ...(query.exclusions ?? []).map(({ filters = [] }) => filters)];
}

/** Conditions, and groups of conditions. */
const areShown = (filters: Filters): boolean =>
  filters.every((filter) => ('filters' in filter ? filter.filters.every(isCondition) : isCondition(filter)));

const isCondition = ({ op }: Wire['InsightFilter']): boolean => filterOps.some((known) => known.op === op);
