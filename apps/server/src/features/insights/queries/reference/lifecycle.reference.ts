import { bucketLabel, referenceBuckets } from '../../../../analytics/time-buckets.reference.ts';
import type { LifecycleParams } from '../lifecycle.ts';
import type { ReferenceData } from './events.reference.ts';
import { byPerson, chosen, isMeant } from './insights.reference.ts';

/** Each period of its own, and each person in it: what they did in it, in the one before, and ever. */
export function referenceLifecycle(params: LifecycleParams, data: ReferenceData) {
  const { range, interval, timezone } = params;
  if (range.kind !== 'between') throw new Error('the reference has no clock');
  const labelOf = (atMs: number): string => bucketLabel(atMs, interval, timezone);
  const starts = referenceBuckets(range.fromMs, range.toMs, interval, timezone);
  const ever = chosen({ ...params, range: { ...range, fromMs: -8e15 } }, data);
  const persons = byPerson(ever.filter(({ name }) => isMeant(name, params.events))).map((events) =>
    events.map(({ atMs }) => labelOf(atMs)),
  );
  const stateOf = (did: readonly string[], start: number): string | undefined => {
    const [now, before] = [labelOf(start), labelOf(start - 1)];
    if (!did.includes(now)) return did.includes(before) ? 'dormant' : undefined;
    if (did[0] === now) return 'new';
    return did.includes(before) ? 'returning' : 'resurrecting';
  };
  return {
    kind: 'lifecycle',
    interval,
    series: ['new', 'returning', 'resurrecting', 'dormant'].map((state) => ({
      state,
      points: starts.map((start) => ({
        bucketIso: new Date(start).toISOString(),
        value: persons.filter((did) => stateOf(did, start) === state).length,
      })),
    })),
    fromIso: new Date(starts[0] ?? range.fromMs).toISOString(),
    toIso: new Date(range.toMs).toISOString(),
  };
}
