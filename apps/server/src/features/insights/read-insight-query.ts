import { checkRegex } from '@lamppost/evaluator';
import {
  type CompleteFunnel,
  type CompleteInsightQuery,
  completeInsightQuery,
  type FilledFeatureQuery,
  type FilledInsightQuery,
  fillInsightQuery,
  invalidFields,
  isFeatureQuery,
  isMembershipField,
  membershipOps,
  type Wire,
} from '@lamppost/protocol';
import { parseIsoTime } from '../../collect/ingest/screen/iso-time.ts';
import type { Fault } from './fault.ts';
import { fieldFaults } from './field-faults.ts';
import { funnelFaults } from './funnel-faults.ts';
import { kindFaults } from './kind-faults.ts';
import { parseTimeSpan, spanYears } from './time-span.ts';
import { countsPeople } from './trends/counts-people.ts';
import { trendFaults } from './trends/trend-faults.ts';
import { unitFaults } from './unit-faults.ts';

export type { Fault } from './fault.ts';

const MAX_CONDITIONS = 100;
const MAX_YEARS = 20;
const YEAR_MINUTES = 365 * 24 * 60;
const unitMinutes = { d: 24 * 60, h: 60, m: 1 } as const;

/** A query of the right shape, complete; a 400 that names every place where it asks for what there is not. */
export function readInsightQuery(sent: Wire['InsightQuery']): CompleteInsightQuery {
  const query = completeInsightQuery(sent);
  refuseFaults(query, 'query');
  return query;
}

/** The same for one that is kept: its steps stay in the form in which they were sent. */
export function readKeptQuery(sent: Wire['InsightQuery'], at = 'query'): FilledInsightQuery {
  refuseFaults(completeInsightQuery(sent), at);
  return fillInsightQuery(sent);
}

function refuseFaults(query: CompleteInsightQuery, at: string): void {
  const faults = findFaults(query);
  if (faults.length > 0) {
    throw invalidFields(Object.fromEntries(faults.map(([place, what]) => [`${at}.${place}`, [what]])));
  }
}

function findFaults(query: CompleteInsightQuery): Fault[] {
  if (query.kind === 'sql') return [];
  if (isFeatureQuery(query)) return featureFaults(query);
  return [
    ...filterFaults('filters', query.filters),
    ...rangeFaults(query.range),
    ...(query.kind === 'timeseries' ? trendFaults(query, { fieldFaults, filterFaults }) : []),
    ...kindFaults(query),
    ...('unit' in query ? unitFaults(query.unit, query.kind !== 'timeseries' || countsPeople(query)) : []),
    ...(query.kind === 'funnel' ? windowFaults(query.conversionWindow) : []),
    ...(query.kind === 'funnel' ? placesInFunnel(query) : []),
    ...(query.kind === 'funnel' ? funnelFaults(query) : []),
    ...('breakdownProperty' in query && query.breakdownProperty !== undefined
      ? fieldFaults('breakdownProperty', query.breakdownProperty)
      : []),
  ];
}

function featureFaults(query: FilledFeatureQuery): Fault[] {
  if (query.kind === 'experiment') return [];
  const isPerformance = query.kind === 'performance';
  return [
    ...rangeFaults(query.range),
    ...(isPerformance && query.breakdown !== undefined && query.metricName === undefined
      ? [['breakdown', 'needs metricName: only one metric can be broken down'] as const]
      : []),
    ...(isPerformance && query.limit !== undefined && query.metricName !== undefined
      ? [['limit', 'is only allowed without metricName'] as const]
      : []),
  ];
}

function placesInFunnel({ steps, exclusions = [], holdConstant, correlate }: CompleteFunnel): Fault[] {
  return [
    ...steps.flatMap(({ filters }, index) => filterFaults(`steps.${index}.filters`, filters)),
    ...exclusions.flatMap(({ filters }, index) => filterFaults(`exclusions.${index}.filters`, filters)),
    ...(holdConstant === undefined ? [] : fieldFaults('holdConstant', holdConstant)),
    ...(correlate?.fields ?? []).flatMap((field, index) => fieldFaults(`correlate.fields.${index}`, field)),
  ];
}

export const filterFaults = (place: string, filters: readonly Wire['InsightFilter'][]): Fault[] => [
  ...filters.flatMap((filter, index) => faultsOfFilter(`${place}.${index}`, filter)),
  ...(countOf(filters) > MAX_CONDITIONS ? [[place, `must have at most ${MAX_CONDITIONS} conditions`] as const] : []),
];

const countOf = (filters: readonly Wire['InsightFilter'][]): number =>
  filters.reduce((count, filter) => count + ('filters' in filter ? countOf(filter.filters) : 1), 0);

function faultsOfFilter(place: string, filter: Wire['InsightFilter']): Fault[] {
  switch (filter.op) {
    case 'any':
    case 'all':
      return filter.filters.flatMap((part, index) => faultsOfFilter(`${place}.filters.${index}`, part));
    case 'matches':
    case 'not_matches': {
      const problem = checkRegex(filter.value);
      return [
        ...fieldFaults(`${place}.field`, filter.field),
        ...(problem === undefined ? [] : [[`${place}.value`, problem] as const]),
      ];
    }
    default:
      return isMembershipField(filter.field)
        ? membershipFaults(`${place}.op`, filter.op)
        : fieldFaults(`${place}.field`, filter.field);
  }
}

const membershipFaults = (place: string, op: string): Fault[] =>
  (membershipOps as readonly string[]).includes(op) ? [] : [[place, `must be one of ${membershipOps.join(', ')}`]];

export function rangeFaults(range: Wire['InsightRange']): Fault[] {
  if (range.kind === 'relative') {
    const span = parseTimeSpan(range.last);
    return spanYears(span) <= MAX_YEARS ? [] : [['range.last', `must be ${MAX_YEARS}y at most`]];
  }
  if (range.kind !== 'absolute') return [];
  const [fromMs, toMs] = [parseIsoTime(range.fromIso), parseIsoTime(range.toIso)];
  if (fromMs === undefined) return [['range.fromIso', 'must be an ISO 8601 time']];
  if (toMs === undefined) return [['range.toIso', 'must be an ISO 8601 time']];
  return fromMs < toMs ? [] : [['range.toIso', 'must be later than range.fromIso']];
}

function windowFaults(conversionWindow: string): Fault[] {
  const unit = conversionWindow.at(-1) as keyof typeof unitMinutes;
  const minutes = Number(conversionWindow.slice(0, -1)) * unitMinutes[unit];
  return minutes <= YEAR_MINUTES ? [] : [['conversionWindow', 'must be 365d at most']];
}
