import {
  type CompleteInsightQuery,
  completeInsightQuery,
  type FilledInsightQuery,
  fillInsightQuery,
  insightFields,
  invalidFields,
  isInsightField,
  type Wire,
} from '@lamppost/protocol';
import { parseIsoTime } from '../../collect/ingest/screen/iso-time.ts';

const YEAR_MINUTES = 365 * 24 * 60;
const unitMinutes = { d: 24 * 60, h: 60, m: 1 } as const;
const unknownField =
  'must be event_properties.<path>, event_context.<path> (up to five levels; a key with dots in it in quotes: ' +
  `event_properties."a.b".c) or one of ${insightFields.join(', ')}`;

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

type Fault = readonly [place: string, what: string];

function findFaults(query: CompleteInsightQuery): Fault[] {
  if (query.kind === 'sql') return [];
  return [
    ...filterFaults('filters', query.filters),
    ...rangeFaults(query.range),
    ...(query.kind === 'timeseries' && query.aggregation.kind !== 'count'
      ? fieldFaults('aggregation.field', query.aggregation.field)
      : []),
    ...(query.kind === 'funnel' ? windowFaults(query.conversionWindow) : []),
    ...(query.kind === 'funnel'
      ? query.steps.flatMap(({ filters }, index) => filterFaults(`steps.${index}.filters`, filters))
      : []),
    ...('breakdownProperty' in query && query.breakdownProperty !== undefined
      ? fieldFaults('breakdownProperty', query.breakdownProperty)
      : []),
  ];
}

const filterFaults = (place: string, filters: readonly Wire['InsightFilter'][]): Fault[] =>
  filters.flatMap(({ field }, index) => fieldFaults(`${place}.${index}.field`, field));

const fieldFaults = (place: string, field: string): Fault[] => (isInsightField(field) ? [] : [[place, unknownField]]);

function rangeFaults(range: Wire['InsightRange']): Fault[] {
  if (range.kind === 'relative') return [];
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
