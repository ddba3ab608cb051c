import { type CompleteInsightQuery, invalidField } from '@lamppost/protocol';
import type { QueryWithPeople } from './point-reader.ts';

/** A query of which people can be asked for. `place` is that of the query. */
export function withPeople(query: CompleteInsightQuery, place = 'query'): QueryWithPeople {
  if ('unit' in query && query.unit?.kind === 'property') {
    throw invalidField(
      `${place}.unit`,
      `must be people; results counted by ${query.unit.property} have no list of people`,
    );
  }
  switch (query.kind) {
    case 'sql':
      throw invalidField(`${place}.kind`, 'must not be sql: its rows are not linked to people');
    case 'crash_free':
    case 'crashes':
    case 'performance':
    case 'experiment':
      throw invalidField(`${place}.kind`, `must not be ${query.kind}: the people behind it cannot be listed`);
    default:
      return query;
  }
}
