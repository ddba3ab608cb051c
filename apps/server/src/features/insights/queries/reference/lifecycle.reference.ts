import { bucketLabel, referenceBuckets } from '../../../../analytics/time-buckets.reference.ts';
import type { LifecycleParams } from '../kinds/lifecycle.ts';
import type { ReferenceData, Valued } from './events.reference.ts';
import { byPerson, chosen, isMeant } from './insights.reference.ts';

/** What each person ever did of it. */
export function everDone({ range, ...params }: LifecycleParams, data: ReferenceData): Valued[][] {
  if (range.kind !== 'between') throw new Error('the reference has no clock');
  const ever = chosen({ ...params, range: { ...range, fromMs: -8e15 } }, data);
  return byPerson(ever.filter(({ name }) => isMeant(name, params.events)));
}

/** Of what a person did in a period, in the one before, and ever. */
export function stateOf({ interval, timezone }: LifecycleParams, events: readonly Valued[], start: number) {
  const labelOf = (atMs: number): string => bucketLabel(atMs, interval, timezone);
  const did = events.map(({ atMs }) => labelOf(atMs));
  const [now, before] = [labelOf(start), labelOf(start - 1)];
  if (!did.includes(now)) return did.includes(before) ? 'dormant' : undefined;
  if (did[0] === now) return 'new';
  return did.includes(before) ? 'returning' : 'resurrecting';
}

/** Each period of its own, and each person in it. */
export function referenceLifecycle(params: LifecycleParams, data: ReferenceData) {
  const { range, interval, timezone } = params;
  if (range.kind !== 'between') throw new Error('the reference has no clock');
  const starts = referenceBuckets(range.fromMs, range.toMs, interval, timezone);
  const persons = everDone(params, data);
  return {
    kind: 'lifecycle',
    interval,
    series: ['new', 'returning', 'resurrecting', 'dormant'].map((state) => ({
      state,
      points: starts.map((start) => ({
        bucketIso: new Date(start).toISOString(),
        value: persons.filter((did) => stateOf(params, did, start) === state).length,
      })),
    })),
    fromIso: new Date(starts[0] ?? range.fromMs).toISOString(),
    toIso: new Date(range.toMs).toISOString(),
  };
}
