import { PERSON_KEY } from '../../../analytics/duckdb/relations/persons.ts';
import type { InsightParams } from '../queries/insight-params.ts';
import type { PersonNeeds } from '../queries/person-join.ts';
import type { EventChoice } from './events-source.ts';
import { requiredField } from './insight-fields.ts';

export interface CountedUnit {
  /** Over `ev`: a number that is the same for what counts as one; NULL for events that do not count. */
  readonly key: string;
  readonly person: EventChoice['person'];
  readonly uses: readonly PersonNeeds[];
}

const PEOPLE: CountedUnit = { key: PERSON_KEY, person: 'key', uses: [] };

/** What a query counts and follows: people, or what a field names. */
export function countedUnit({ unitField }: Pick<InsightParams, 'unitField'>): CountedUnit {
  if (unitField === undefined) return PEOPLE;
  const field = requiredField(unitField, 'query.unit.property');
  if (field.isPerson) return PEOPLE;
  return { key: `CASE WHEN ${field.text} IS NOT NULL THEN hash(${field.text}) END`, person: 'none', uses: [field] };
}
