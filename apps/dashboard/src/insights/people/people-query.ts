import type { Wire } from '@lamppost/protocol';
import { placeOfLetter } from '../letter-of.ts';
import type { PeopleAsk } from './use-people-behind.ts';

/** What is asked for the people behind a number: of several series the one that is meant, without comparisons. */
export function peopleQuery(query: Wire['InsightQuery'], at: Wire['InsightAt']): PeopleAsk {
  if (query.kind !== 'timeseries') return { query, at };
  const { series: letter, ...rest } = at;
  const one = query.series?.[letter === undefined ? 0 : placeOfLetter(letter)];
  const { event, aggregation, filters = [], breakdownProperty, breakdowns, breakdownLimit, interval, range } = query;
  const asked = one ?? { event: event ?? null, aggregation };
  return {
    query: {
      kind: 'timeseries',
      event: asked.event,
      ...(asked.aggregation === undefined ? {} : { aggregation: asked.aggregation }),
      filters: [...(one?.filters ?? []), ...filters],
      ...(breakdownProperty === undefined ? {} : { breakdownProperty }),
      ...(breakdowns === undefined ? {} : { breakdowns }),
      ...(breakdownLimit === undefined ? {} : { breakdownLimit }),
      interval,
      range,
    },
    at: rest,
  };
}
