import { bucketLabel } from '../../../../analytics/time-buckets.reference.ts';
import type { BehindOf } from '../people/people-behind.ts';
import { fieldOf, type ReferenceData, textOf, type Valued } from './events.reference.ts';
import type { FollowedPerson } from './followed-person.ts';
import { followPersons, isStep } from './funnels.reference.ts';
import { itemsOfValue } from './items-of-value.reference.ts';

/** Those behind a number of a funnel: the events that they did of its steps. */
export function referenceFunnelPeople(
  { params, point }: BehindOf<'funnel'>,
  data: ReferenceData,
): (readonly Valued[])[] {
  const { steps, order, holdField, view, timezone } = params;
  const { step, outcome, value, bucketMs, took } = point;
  const persons = followPersons(params, data);
  const ofValue =
    value === undefined
      ? persons
      : itemsOfValue(
          persons,
          (person) => person.value,
          (some) => some.length,
          value,
        );
  const tookOf = ({ times }: FollowedPerson): number => (times.at(-1) ?? 0) - (times[0] ?? 0);
  const converted = persons.filter(({ times }) => times.length === steps.length);
  const longestMs = Math.max(...converted.map(tookOf));
  const isAsked = (person: FollowedPerson): boolean => {
    const { length } = person.times;
    if (outcome === 'reached' ? length <= step : length !== step) return false;
    if (view?.kind === 'trend' && bucketMs !== undefined) {
      const labelOf = (atMs: number): string => bucketLabel(atMs, view.interval, timezone);
      return labelOf(person.times[0] ?? 0) === labelOf(bucketMs);
    }
    if (took === undefined) return true;
    const tookMs = tookOf(person);
    const isAtEnd = tookMs === took.toMs && tookMs === longestMs;
    return tookMs >= took.fromMs && (tookMs < took.toMs || isAtEnd);
  };
  return ofValue.filter(isAsked).map(({ events }) =>
    events.filter((event) => {
      if (holdField !== undefined && textOf(fieldOf(event, holdField)) === undefined) return false;
      return steps.some((_, at) => (order === 'any' || at <= step) && isStep(event, params, at));
    }),
  );
}
