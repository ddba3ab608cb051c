import { bucketLabel, referenceBuckets } from '../../../../analytics/time-buckets.reference.ts';
import type { RetentionParams } from '../retention.ts';
import { byBytes, fieldOf, type ReferenceData, textOf, type Valued } from './events.reference.ts';
import { brokenDown, byPerson, chosen, isMeant, percent } from './insights.reference.ts';

interface Member {
  readonly cohort: number;
  readonly value: string | undefined;
  readonly returned: readonly number[];
}

/** As everything was before `nowMs`. */
export function referenceRetention(params: RetentionParams, data: ReferenceData, nowMs: number) {
  const { range, interval, timezone, breakdownField: by } = params;
  if (range.kind !== 'between') throw new Error('the reference has no clock');
  const starts = referenceBuckets(range.fromMs, range.toMs, interval, timezone);
  const labels = starts.map((start) => bucketLabel(start, interval, timezone));
  const periodOf = ({ atMs }: Valued): number => labels.indexOf(bucketLabel(atMs, interval, timezone));
  const before = chosen({ ...params, range: { ...range, fromMs: -8e15, toMs: range.fromMs } }, data);
  const hadBegun = new Set(before.filter(({ name }) => isMeant(name, params.cohortEvents)).map(({ unit }) => unit));
  const members = byPerson(chosen(params, data)).flatMap((events): Member[] => {
    const entries = events.filter(({ name }) => isMeant(name, params.cohortEvents));
    const [first] = entries;
    if (first === undefined || (params.start === 'first_time' && hadBegun.has(first.unit))) return [];
    const values = entries
      .filter(({ atMs }) => atMs === first.atMs)
      .map((event) => (by === undefined ? undefined : textOf(fieldOf(event, by))));
    return [
      {
        cohort: periodOf(first),
        value: values.filter((value) => value !== undefined).sort(byBytes)[0],
        returned: events.filter(({ name }) => isMeant(name, params.returnEvents)).map(periodOf),
      },
    ];
  });
  const known = Math.min(range.toMs, nowMs);
  const isOver = (period: number): boolean =>
    period < labels.length &&
    bucketLabel(known, interval, timezone) !== labels[period] &&
    (starts[period] ?? 0) < known;
  const hasReturned = ({ cohort, returned }: Member, later: number): boolean =>
    params.mode === 'on_or_after'
      ? returned.some((period) => period >= cohort + later)
      : returned.includes(cohort + later);
  const tableOf = (some: readonly Member[]) => ({
    cohorts: starts.map((start, period) => {
      const cohort = some.filter((member) => member.cohort === period);
      return {
        period: new Date(start).toISOString(),
        size: cohort.length,
        retention: starts.slice(period).map((_, later) => {
          if (cohort.length === 0) return null;
          if (later === 0) return 100;
          if (!isOver(period + later)) return null;
          return percent(cohort.filter((member) => hasReturned(member, later)).length, cohort.length);
        }),
      };
    }),
    curve: starts.map((_, later) => {
      const asked = some.filter(({ cohort }) => later === 0 || isOver(cohort + later));
      if (asked.length === 0) return null;
      return later === 0 ? 100 : percent(asked.filter((member) => hasReturned(member, later)).length, asked.length);
    }),
  });
  const parts = brokenDown(
    members,
    ({ value }) => value,
    (some) => some.length,
  );
  return {
    kind: 'retention',
    interval,
    ...tableOf(members),
    ...(by === undefined ? {} : { breakdown: parts.groups.map(({ name, items }) => ({ name, ...tableOf(items) })) }),
    fromIso: new Date(range.fromMs).toISOString(),
    toIso: new Date(range.toMs).toISOString(),
  };
}
