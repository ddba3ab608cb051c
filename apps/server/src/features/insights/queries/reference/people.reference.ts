import { bucketLabel } from '../../../../analytics/time-buckets.reference.ts';
import type { BehindOf, PeopleBehind } from '../people/people-behind.ts';
import type { Aggregation } from '../timeseries.ts';
import { fieldOf, type ReferenceData, textOf, type Valued } from './events.reference.ts';
import { referenceFunnelPeople } from './funnel-people.reference.ts';
import { byPerson, chosen, isMeant } from './insights.reference.ts';
import { itemsOfValue } from './items-of-value.reference.ts';
import {
  referenceDistributionPeople,
  referenceLifecyclePeople,
  referenceRetentionPeople,
  referenceStickinessPeople,
} from './kinds-people.reference.ts';
import { referencePathsPeople } from './paths-people.reference.ts';

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
      return byPerson(ofPoint(behind, data));
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

function ofPoint({ params, point }: BehindOf<'timeseries'>, data: ReferenceData): readonly Valued[] {
  const { aggregation, breakdownField: by, interval, timezone } = params;
  const events = chosen(params, data).filter(({ name }) => isMeant(name, params.events));
  const { bucketMs, value } = point;
  const ofValue =
    value === undefined || by === undefined
      ? events
      : itemsOfValue(
          events,
          (event) => textOf(fieldOf(event, by)),
          (some) => importance(aggregation, some),
          value,
        );
  return ofValue.filter((event) => {
    if (bucketMs !== undefined && label(event.atMs) !== label(bucketMs)) return false;
    return countedOf(aggregation, event) !== undefined;
  });
  function label(atMs: number): string {
    return interval === 'total' ? '' : bucketLabel(atMs, interval, timezone);
  }
}

/** What an aggregation takes of an event; undefined where it does not count. */
function countedOf(aggregation: Aggregation, event: Valued): unknown {
  switch (aggregation.kind) {
    case 'count':
      return true;
    case 'persons':
    case 'per_person':
      return event.person;
    case 'sessions':
      return event.session;
    case 'first_time':
    case 'session_duration':
      throw new Error('people behind such a number cannot be listed');
    case 'count_distinct':
      return aggregation.field === 'person_id' ? event.person : textOf(fieldOf(event, aggregation.field));
    default: {
      const value = fieldOf(event, aggregation.field);
      return typeof value === 'number' ? value : undefined;
    }
  }
}

/** What puts values of a breakdown in their order. */
function importance(aggregation: Aggregation, events: readonly Valued[]): number {
  const counted = events.map((event) => countedOf(aggregation, event)).filter((value) => value !== undefined);
  const { kind } = aggregation;
  if (kind === 'sum') return counted.reduce<number>((sum, value) => sum + Number(value), 0);
  return kind === 'persons' || kind === 'sessions' || kind === 'count_distinct'
    ? new Set(counted).size
    : counted.length;
}
