import type { PeopleBehind } from '../../queries/people/people-behind.ts';
import type { PeopleContext } from '../../queries/people/people-context.ts';
import { distributionPeople } from './distribution-people.ts';
import { funnelPeople } from './funnel-people.ts';
import { lifecyclePeople } from './lifecycle-people.ts';
import { pathsPeople } from './paths-people.ts';
import { retentionPeople } from './retention-people.ts';
import { stickinessPeople } from './stickiness-people.ts';
import { timeseriesPeople } from './timeseries-people.ts';

/**
 * The people behind a number as a statement with the columns `person` (each once, keys as PERSON_KEY has them),
 * `first_ms`, `last_ms` and `events`: those of their events that the number is about.
 */
export function peopleSql(behind: PeopleBehind, context: PeopleContext): string {
  switch (behind.kind) {
    case 'timeseries':
      return timeseriesPeople(behind, context);
    case 'funnel':
      return funnelPeople(behind, context);
    case 'retention':
      return retentionPeople(behind, context);
    case 'paths':
      return pathsPeople(behind, context);
    case 'lifecycle':
      return lifecyclePeople(behind, context);
    case 'stickiness':
      return stickinessPeople(behind, context);
    case 'distribution':
      return distributionPeople(behind, context);
  }
}
