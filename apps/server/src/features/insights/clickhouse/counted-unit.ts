import { PERSON_KEY } from '../../../analytics/clickhouse/relations/persons.ts';
import type { InsightParams } from '../queries/insight-params.ts';
import type { PersonNeeds } from '../queries/person-join.ts';
import { requiredField } from './insight-fields.ts';

export interface CountedUnit {
  /** Over `ev`: a number that is the same for what counts as one; NULL for events that do not count. */
  readonly key: string;
  readonly needsPerson: boolean;
  readonly uses: readonly PersonNeeds[];
}

const PEOPLE: CountedUnit = { key: PERSON_KEY, needsPerson: true, uses: [] };

/** What a query counts and follows: people, or what a field names. */
export function countedUnit({ unitField }: Pick<InsightParams, 'unitField'>): CountedUnit {
  if (unitField === undefined) return PEOPLE;
  const field = requiredField(unitField, 'query.unit.property');
  if (field.isPerson) return PEOPLE;
  const key = `if(isNull(${field.text}), NULL, sipHash64(assumeNotNull(${field.text})))`;
  return { key, needsPerson: false, uses: [field] };
}
