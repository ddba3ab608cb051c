import { inDuckdb } from '../../../analytics/duckdb/queries/duckdb-query.ts';
import { knownAttributesQuery } from '../queries/known-attributes.ts';
import { peopleQuery, personQuery, personRowsQuery, rankedPeopleQuery, timelineQuery } from '../queries/people.ts';
import { knownAttributes } from './known-attributes.ts';
import { people, rankedPeople } from './people.ts';
import { person } from './person.ts';
import { personRows, timeline } from './person-rows.ts';

export const peopleQueries = [
  inDuckdb(peopleQuery, people),
  inDuckdb(rankedPeopleQuery, rankedPeople),
  inDuckdb(personQuery, person),
  inDuckdb(timelineQuery, timeline),
  inDuckdb(personRowsQuery, personRows),
  inDuckdb(knownAttributesQuery, knownAttributes),
];
