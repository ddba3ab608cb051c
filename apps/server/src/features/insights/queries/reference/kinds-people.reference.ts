import { bucketLabel } from '../../../../analytics/time-buckets.reference.ts';
import type { BehindOf } from '../people/people-behind.ts';
import { fieldOf, type ReferenceData, type Valued } from './events.reference.ts';
import { byPerson, chosen, isMeant } from './insights.reference.ts';
import { itemsOfValue } from './items-of-value.reference.ts';
import { everDone, stateOf } from './lifecycle.reference.ts';
import { hasReturned, isPeriodOver, labelsOf, retentionMembers } from './retention.reference.ts';

type People = (readonly Valued[])[];

/** What those in a cohort did, who came back or did not. */
export function referenceRetentionPeople({ params, point }: BehindOf<'retention'>, data: ReferenceData): People {
  const { periodMs, index, value } = point;
  const members = retentionMembers(params, data);
  const ofValue =
    value === undefined
      ? members
      : itemsOfValue(
          members,
          (member) => member.value,
          (some) => some.length,
          value,
        );
  const period =
    periodMs === undefined
      ? undefined
      : labelsOf(params).indexOf(bucketLabel(periodMs, params.interval, params.timezone));
  const isAsked = (cohort: number): boolean =>
    period === undefined ? index === 0 || isPeriodOver(params, cohort + index, Date.now()) : cohort === period;
  return ofValue
    .filter(({ cohort }) => isAsked(cohort))
    .filter((member) => (index === 0 || hasReturned(params, member, index)) === point.hasReturned)
    .map(({ events }) => events);
}

/** What those in a state did in the period, or before it who was dormant. */
export function referenceLifecyclePeople({ params, point }: BehindOf<'lifecycle'>, data: ReferenceData): People {
  const { bucketMs, state } = point;
  const labelOf = (atMs: number): string => bucketLabel(atMs, params.interval, params.timezone);
  const wanted = labelOf(state === 'dormant' ? bucketMs - 1 : bucketMs);
  return everDone(params, data)
    .filter((events) => stateOf(params, events, bucketMs) === state)
    .map((events) => events.filter(({ atMs }) => labelOf(atMs) === wanted));
}

export function referenceStickinessPeople({ params, point }: BehindOf<'stickiness'>, data: ReferenceData): People {
  const { events, interval, timezone } = params;
  const matching = chosen(params, data).filter(({ name }) => isMeant(name, events));
  return byPerson(matching).filter(
    (some) => new Set(some.map(({ atMs }) => bucketLabel(atMs, interval, timezone))).size === point.periods,
  );
}

export function referenceDistributionPeople({ params, point }: BehindOf<'distribution'>, data: ReferenceData): People {
  const { bar } = point;
  const numberOf = (event: Valued): number => fieldOf(event, params.field) as number;
  const numbers = chosen(params, data).filter(
    (event) => isMeant(event.name, params.events) && typeof fieldOf(event, params.field) === 'number',
  );
  const max = Math.max(...numbers.map(numberOf));
  const isIn = (x: number): boolean =>
    bar === undefined || (x >= bar.from && (x < bar.to || (x === max && x === bar.to)));
  return byPerson(numbers.filter((event) => isIn(numberOf(event))));
}
