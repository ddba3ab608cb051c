import type { Wire } from '@lamppost/protocol';
import { filterOps } from '../design/filter-builder/filter-ops.ts';
import { rangePresets } from '../design/range-picker/time-range.ts';
import { aggregationWords } from './aggregation-words.ts';
import { intervals } from './insight.ts';

/** Whether the builder can show all that a stored query asks. What it cannot show it would drop when it is saved. */
export function isEditableQuery(query: Wire['InsightQuery']): boolean {
  switch (query.kind) {
    case 'timeseries':
      return isPlain(query) && isOneEvent(query);
    case 'funnel':
      return isPlain(query) && query.steps.every(isEditableStep) && funnelOptions.every((name) => !(name in query));
    case 'retention':
      return isPlain(query) && isName(query.cohortEvent) && isName(query.returnEvent);
    case 'paths':
      return (
        isPlain(query) && [query.startEvent, query.endEvent].every((event) => event === undefined || isName(event))
      );
    case 'sql':
      return true;
  }
}

const newMembers = [
  'series',
  'formulas',
  'breakdowns',
  'breakdownLimit',
  'cumulative',
  'movingAverage',
  'compare',
] as const;

const isOneEvent = (query: Wire['TimeseriesQuery']): boolean =>
  isName(query.event) &&
  newMembers.every((member) => query[member] === undefined) &&
  intervals.some((known) => known === query.interval) &&
  aggregationWords.some(({ kind }) => kind === (query.aggregation?.kind ?? 'count'));

const isName = (event: Wire['InsightEvent'] | undefined): boolean => typeof event === 'string';
const funnelOptions = [
  'order',
  'exclusions',
  'holdConstant',
  'breakdownAttribution',
  'view',
  'interval',
  'correlate',
] as const satisfies (keyof Wire['FunnelQuery'])[];

const isEditableStep = (step: Wire['InsightStep']): boolean =>
  typeof step === 'string' || (isName(step.event) && areConditions(step.filters));

const isPlain = ({ range, filters }: { range: Wire['InsightRange']; filters?: Wire['InsightFilter'][] }): boolean =>
  isPickable(range) && areConditions(filters);

const isPickable = (range: Wire['InsightRange']): boolean =>
  range.kind === 'absolute' || (range.kind === 'relative' && rangePresets.some(({ last }) => last === range.last));

const areConditions = (filters: readonly Wire['InsightFilter'][] = []): boolean =>
  filters.every(({ op }) => filterOps.some((known) => known.op === op));
