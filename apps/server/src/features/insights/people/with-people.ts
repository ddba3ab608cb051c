import { type CompleteInsightQuery, invalidField } from '@lamppost/protocol';
import type { QueryWithPeople } from './point-reader.ts';

/** A query of which people can be asked for. `place` is that of the query. */
export function withPeople(query: CompleteInsightQuery, place = 'query'): QueryWithPeople {
  if (query.kind !== 'sql') return query;
  throw invalidField(`${place}.kind`, 'must not be sql: it does not say whose its rows are');
}
