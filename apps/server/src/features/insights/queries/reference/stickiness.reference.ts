import { bucketLabel, referenceBuckets } from '../../../../analytics/time-buckets.reference.ts';
import type { StickinessParams } from '../stickiness.ts';
import type { ReferenceData } from './events.reference.ts';
import { byPerson, chosen, isMeant, percent } from './insights.reference.ts';

export function referenceStickiness(params: StickinessParams, data: ReferenceData) {
  const { range, interval, timezone } = params;
  if (range.kind !== 'between') throw new Error('the reference has no clock');
  const { length } = referenceBuckets(range.fromMs, range.toMs, interval, timezone);
  const events = chosen(params, data).filter(({ name }) => isMeant(name, params.events));
  const active = byPerson(events).map(
    (some) => new Set(some.map(({ atMs }) => bucketLabel(atMs, interval, timezone))).size,
  );
  return {
    kind: 'stickiness',
    interval,
    periods: length,
    points: Array.from({ length }, (_, at) => {
      const persons = active.filter((periods) => periods === at + 1).length;
      return { periods: at + 1, persons, percentage: percent(persons, active.length) };
    }),
    fromIso: new Date(range.fromMs).toISOString(),
    toIso: new Date(range.toMs).toISOString(),
  };
}
