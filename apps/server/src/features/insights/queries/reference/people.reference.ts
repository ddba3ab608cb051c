import type { PeopleBehind } from '../people/people-behind.ts';
import type { ReferenceData, Valued } from './events.reference.ts';
import { referenceFunnelPeople } from './funnel-people.reference.ts';
import {
  referenceDistributionPeople,
  referenceLifecyclePeople,
  referenceRetentionPeople,
  referenceStickinessPeople,
} from './kinds-people.reference.ts';
import { referencePathsPeople } from './paths-people.reference.ts';
import { referenceTrendPeople } from './trend-people.reference.ts';

/** The people behind a number worked out a second time: each with the events that the number is about. */
export function referencePeople(behind: PeopleBehind, data: ReferenceData): ReadonlyMap<string, readonly Valued[]> {
  const found = people(behind, data).flatMap((events): [string, readonly Valued[]][] => {
    const person = events[0]?.person;
    return person === undefined ? [] : [[person, events]];
  });
  return new Map(found);
}

function people(behind: PeopleBehind, data: ReferenceData): (readonly Valued[])[] {
  switch (behind.kind) {
    case 'timeseries':
      return referenceTrendPeople(behind, data);
    case 'funnel':
      return referenceFunnelPeople(behind, data);
    case 'retention':
      return referenceRetentionPeople(behind, data);
    case 'lifecycle':
      return referenceLifecyclePeople(behind, data);
    case 'stickiness':
      return referenceStickinessPeople(behind, data);
    case 'distribution':
      return referenceDistributionPeople(behind, data);
    case 'paths':
      return referencePathsPeople(behind, data);
  }
}
