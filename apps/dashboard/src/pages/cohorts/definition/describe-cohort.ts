import type { Wire } from '@lamppost/protocol';
import { filterSentence } from '../../../design/filter-builder/filter-ops.ts';
import { formatCount } from '../../../design/format/format-count.ts';
import { fieldLabel } from '../../../insights/field-words.ts';
import { conditionsOf } from '../../../insights/query/wire-filters.ts';
import { describeRange } from './describe-range.ts';

type CohortRule = Wire['CohortRule'];
type Filters = readonly Wire['InsightFilter'][];

/** Who is in a cohort, in a sentence without its full stop. */
export function describeCohort({ kind, definition }: Pick<Wire['CohortRow'], 'kind' | 'definition'>): string {
  if ('rule' in definition) return `People who ${ruleWords(definition.rule as CohortRule)}`;
  if ('filters' in definition) return `People whose latest event has ${filterWords(definition.filters as Filters)}`;
  return kind === 'list' ? 'A list of user ids' : 'People behind a result in Explore';
}

function ruleWords(rule: CohortRule, isInner = false): string {
  const { all, any, not, did, did_not: didNot, sequence } = rule;
  const several = all ?? any;
  if (several !== undefined) {
    const words = several
      .map((inner) => ruleWords(inner, several.length > 1))
      .join(any === undefined ? ' and ' : ' or ');
    return isInner ? `(${words})` : words;
  }
  if (not !== undefined) return `don't match (${ruleWords(not)})`;
  if (did !== undefined) return `did ${deedWords(did)}${countWords(did.count)}${describeRange(did.within)}`;
  if (didNot !== undefined) return `did not do ${deedWords(didNot)}${describeRange(didNot.within)}`;
  if (sequence === undefined) return '…';
  const { steps, then_not: thenNot, within } = sequence;
  const end = thenNot === undefined ? '' : ` and then not ${deedWords(thenNot)}`;
  return `did ${steps.map(deedWords).join(', then ')}${end}${describeRange(within)}`;
}

function deedWords({ event, filters = [] }: { event: Wire['InsightEvent']; filters?: Filters }): string {
  const name = event === null ? 'any event' : [event].flat().join(' or ');
  return filters.length === 0 ? name : `${name} (${filterWords(filters)})`;
}

const times = (count: number): string => formatCount(count, 'time');

function countWords(count: { op: 'gte' | 'lte' | 'eq'; value: number } | undefined): string {
  if (count === undefined || (count.op === 'gte' && count.value === 1)) return '';
  const words = { gte: 'at least', lte: 'at most', eq: 'exactly' };
  return ` ${words[count.op]} ${times(count.value)}`;
}

function filterWords(filters: Filters, join = ' and '): string {
  return filters
    .map((filter) => {
      if ('filters' in filter) return `(${filterWords(filter.filters, filter.op === 'any' ? ' or ' : ' and ')})`;
      const [only] = conditionsOf([filter]);
      return only === undefined ? '' : filterSentence({ ...only, field: fieldLabel(only.field) });
    })
    .join(join);
}
