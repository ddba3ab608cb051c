import { inClickhouse } from '../../../analytics/clickhouse/queries/clickhouse-query.ts';
import { knownAttributesQuery } from '../queries/known-attributes.ts';
import { peopleQuery, personQuery, personRowsQuery, rankedPeopleQuery, timelineQuery } from '../queries/people.ts';
import { knownAttributes } from './known-attributes.ts';
import { people, rankedPeople } from './people.ts';
import { person } from './person.ts';
import { personRows, timeline } from './person-rows.ts';

export const peopleQueries = [
  inClickhouse(peopleQuery, people),
  inClickhouse(rankedPeopleQuery, rankedPeople),
  inClickhouse(personQuery, person),
  inClickhouse(timelineQuery, timeline),
  inClickhouse(personRowsQuery, personRows),
  inClickhouse(knownAttributesQuery, knownAttributes),
];
